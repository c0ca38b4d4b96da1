/** A backup cannot be made, read or restored; the message is one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const damaged = (what: string) => new BackupError(`The file is damaged or not whole: ${what}.`);
