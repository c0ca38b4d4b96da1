import { endOfFeed } from './stream.ts';

/** The first screen waits for it. */
const LONGEST_MS = 3_000;

let start: Promise<string | null> | undefined;

/** Where the feed ends before the first screen is read, so that no change in between is missed; null if that is not known. */
export function feedStart(): Promise<string | null> {
  start ??= endOfFeed(AbortSignal.timeout(LONGEST_MS)).catch(() => null);
  return start;
}
