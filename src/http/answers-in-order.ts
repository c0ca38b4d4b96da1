import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The newest request of each connection, after those that wait for their answers. */
const exchanges = new WeakMap<Socket, readonly Exchange[]>();

const isOpen = ({ response }: Exchange): boolean => !response.writableFinished && !response.destroyed;

export function noteExchange(request: IncomingMessage, response: ServerResponse): void {
  const before = exchanges.get(request.socket)?.filter(isOpen) ?? [];
  exchanges.set(request.socket, [...before, { request, response }]);
}

/**
 * For what the parser refuses: calls back when all earlier requests of the connection are answered, since callers tell answers by
 * their order. `isAnswered`: it is a fault in the body of a request that has its answer already.
 */
export function afterAnswers(socket: Socket, callBack: (isAnswered: boolean) => void): void {
  const all = exchanges.get(socket) ?? [];
  const last = all.at(-1);
  const isInBody = last !== undefined && !last.request.complete;
  const isAnswered = isInBody && last.response.headersSent;
  const earlier = isInBody && !isAnswered ? all.slice(0, -1) : all;
  const open = earlier.filter(isOpen).at(-1);
  if (open === undefined) callBack(isAnswered);
  else open.response.once('close', () => callBack(isAnswered));
}
