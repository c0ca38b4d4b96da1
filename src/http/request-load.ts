import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization, or as long as none is known the address, that it is in flight for. */
    share: string | null;
  }
}

type Shared = Pick<FastifyRequest, 'share'>;

/** Requests that are in flight, and those that only wait. */
export interface RequestLoad {
  inFlight: number;
  aside: number;
  /** In flight for each. */
  readonly shares: Map<string, number>;
  readonly mostEach: number;
}

/** Counts a request for somebody, and no more for whom it was counted before. */
export function takeShare(load: RequestLoad, request: Shared, response: ServerResponse, whose: string): void {
  leaveShare(load, request);
  if (response.destroyed) return; // it does not count any more
  load.shares.set(whose, (load.shares.get(whose) ?? 0) + 1);
  request.share = whose;
}

/** Whether too many of theirs are in flight. */
export const isBeyondShare = ({ shares, mostEach }: RequestLoad, { share }: Shared): boolean =>
  share !== null && (shares.get(share) ?? 0) > mostEach;

export function leaveShare({ shares }: RequestLoad, request: Shared): void {
  if (request.share === null) return;
  const left = (shares.get(request.share) ?? 0) - 1;
  if (left > 0) shares.set(request.share, left);
  else shares.delete(request.share);
  request.share = null;
}

export function stepAside(load: RequestLoad, request: Shared, response: ServerResponse): void {
  if (response.destroyed) return; // it does not count any more
  leaveShare(load, request);
  load.inFlight--;
  load.aside++;
  response.once('close', () => {
    load.inFlight++; // what came in takes itself out
    load.aside--;
  });
}

export function hangUpOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}
