/** The service cannot start; the message is one sentence for the operator. */
export class StartError extends Error {
  override name = 'StartError';
}

export function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is in use by another program.`);
  if (code === 'EACCES') return new StartError(`Port ${port} on ${host} may not be used by this user.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartError(`This machine has no address ${host}.`);
  return error;
}
