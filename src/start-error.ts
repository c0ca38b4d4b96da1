/** The service cannot start; the message is one sentence for the operator. */
export class StartError extends Error {
  override name = 'StartError';
}

/** `variable` is the one that chose the port. */
export function listenError(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const other = `set ${variable} to another one`;
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is in use by another program: ${other}.`);
  if (code === 'EACCES') return new StartError(`Port ${port} on ${host} may not be used by this user: ${other}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}: set HOST to one that it has.`);
  }
  return error;
}
