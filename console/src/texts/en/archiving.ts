/** Archiving and restoring stages, sources and custom fields. */
export const archiving = {
  title: (name: string) => `Archive ${name}?`,
  archiveThis: (name: string) => `Archive ${name}`,
  restoreThis: (name: string) => `Restore ${name}`,
  archived: (name: string) => `${name} is archived`,
  restored: (name: string) => `${name} is in use again`,
  notDone: 'It was not changed',
};
