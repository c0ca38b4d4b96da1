import type { FastifyRequest } from 'fastify';
import { unavailable } from '../problems.ts';
import type { FairSlots, SlotLimits } from '../slots/fair-slots.ts';

/** Parsing and checking a larger body can block the process for tens of milliseconds. */
const LARGE_BYTES = 32_768;

export const largeBodyLimits: SlotLimits = {
  slots: 2,
  slotsEach: 1,
  waiting: 60,
  waitingEach: 20,
  acquireMs: 5_000,
  mostRestMs: 500,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the slot of a large body is held. */
    releaseBody: (() => void) | null;
  }
}

/** A large body of a known caller waits for a slot. */
export function admitBody(
  slots: FairSlots,
  request: FastifyRequest,
  bytes: number,
  parse: (error?: Error) => void,
): void {
  if (bytes < LARGE_BYTES || request.caller === null) return void parse();
  slots.take(request.caller.actor).then((release) => {
    request.releaseBody = release;
    if (!request.socket.destroyed) return parse();
    endBody(request);
    parse(unavailable('The caller has hung up.'));
  }, parse);
}

/** Called when the body has been checked, and when the request is over. */
export function endBody(request: Pick<FastifyRequest, 'releaseBody'>): void {
  request.releaseBody?.();
  request.releaseBody = null;
}
