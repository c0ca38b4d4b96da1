import type { FastifyRequest } from 'fastify';
import { unavailable } from '../problems.ts';
import type { FairSlots, SlotLimits } from '../slots/fair-slots.ts';

/** From this size on, parsing and checking a body can keep everybody else waiting for tens of milliseconds. */
const LARGE_BYTES = 32_768;

/** One body of an organization is parsed and checked at a time, and two in all. */
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
    /** Gives the slot of a large body back; set while one is held. */
    releaseBody: (() => void) | null;
    /** The answer is sent, or the caller has gone. */
    isOver: boolean;
  }
}

/** Runs `parse` at once, or for a large body of a known caller as soon as there is a slot for it. */
export function admitBody(
  slots: FairSlots,
  request: FastifyRequest,
  bytes: number,
  parse: (error?: Error) => void,
): void {
  if (bytes < LARGE_BYTES || request.caller === null) {
    parse();
    return;
  }
  slots.take(request.caller.actor).then((release) => {
    request.releaseBody = release;
    if (!request.isOver) return parse();
    endBody(request);
    parse(unavailable('The caller has gone.'));
  }, parse);
}

/** Call it when the body has been checked, and when the request is over. */
export function endBody(request: FastifyRequest): void {
  request.releaseBody?.();
  request.releaseBody = null;
}
