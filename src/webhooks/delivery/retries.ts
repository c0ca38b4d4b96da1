/** After the first attempt; then the delivery has failed. */
const AFTER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;
/** Up to so much is added, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Seconds until the next attempt after so many; null: there is none. */
export function retryAfter(tries: number, random = Math.random): number | null {
  const seconds = AFTER_SECONDS[tries - 1];
  return seconds === undefined ? null : seconds * (1 + JITTER * random());
}
