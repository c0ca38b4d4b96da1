import { OperatorError } from '../operator-error.ts';

export const damaged = (what: string) => new OperatorError(`The file is damaged or not whole: ${what}.`);
