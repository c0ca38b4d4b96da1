/** A backup cannot be made, read or restored; the message is one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const noBackup = () => new BackupError('The file is not a Leadline backup.');
export const damaged = (what: string) => new BackupError(`The file is damaged or not whole: ${what}.`);
