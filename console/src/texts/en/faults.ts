/** Where the service speaks to programs: the same for people, who choose from lists. The keys are its sentences as src/ has them. */
export const sentences: Readonly<Record<string, string>> = {
  'must be a public id: {prefix}_ and 26 characters': 'choose one from the list',
  'must have at least {n} {entries}': 'choose at least {n}',
  'must be the public id of a source of this organization': 'choose a source',
  // The same words: amounts are written in lakh and crore.
  'must be from {least} to {most}': 'must be from {least} to {most}',
};
