import { OperatorError } from '../operator-error.ts';

export const noBackup = () => new OperatorError('The file is not a Leadline backup.');
export const damaged = (what: string) => new OperatorError(`The file is damaged or not whole: ${what}.`);
