import type { ServerResponse } from 'node:http';

/** Requests that are in flight, and those that only wait. */
export interface RequestLoad {
  inFlight: number;
  aside: number;
}

export function stepAside(load: RequestLoad, response: ServerResponse): void {
  if (response.destroyed) return; // it does not count any more
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
