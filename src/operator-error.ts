import { codeOf } from './error-code.ts';
/** Something that an operator can set right: the message is one sentence for it, without a password; no stack is shown. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** `variable` is the one that chose the port. */
export function listenError(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  const code = codeOf(error);
  const other = `set ${variable} to another one`;
  if (code === 'EADDRINUSE')
    return new OperatorError(`Port ${port} on ${host} is in use by another program: ${other}.`);
  if (code === 'EACCES') return new OperatorError(`Port ${port} on ${host} may not be used by this user: ${other}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new OperatorError(`This machine has no address ${host}: set HOST to one that it has.`);
  }
  return error;
}
