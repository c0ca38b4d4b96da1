import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The newest request of each connection, after those that wait for their answers. */
const exchanges = new WeakMap<Socket, readonly Exchange[]>();

const isOpen = ({ response }: Exchange): boolean => !response.writableFinished && !response.destroyed;

/** Of one connection. A single packet may hold thousands of requests, and all others would wait for them. */
const MOST_UNANSWERED = 100;

/** False: so many requests of the connection wait for their answers that it is closed instead. */
export function noteExchange(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request;
  const known = exchanges.get(socket);
  if (known === undefined) socket.once('close', () => endUnanswered(socket));
  const before = known?.filter(isOpen) ?? [];
  if (socket.destroyed || before.length >= MOST_UNANSWERED) {
    socket.destroy();
    return false;
  }
  exchanges.set(socket, [...before, { request, response }]);
  return true;
}

/** Node.js tells only the answer whose turn it is that its connection has closed: the others would be in flight for ever. */
function endUnanswered(socket: Socket): void {
  for (const { response } of exchanges.get(socket)?.filter(isOpen) ?? []) {
    if (response.socket !== null) continue;
    response.destroy();
    response.emit('close');
  }
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
