// The goals of the benchmark: ratios to the faster bare server of the same run.

/** Lowest throughput, by task and number of connections. */
export const LEAST = {
  list: { 16: 2.0, 64: 2.0 },
  read: { 16: 1.0 },
  create: { 16: 0.65 },
  patch: { 16: 0.6 },
};
/** Highest p99 latency, by number of connections. */
export const MOST_TAIL = { 64: 1.5 };
export const MOST_MEMORY_MB = 180;
export const MOST_START_MS = 1_500;
/** Time of a page at depth 500,000 with a million leads, relative to the first page. */
export const MOST_DEPTH = 1.1;
/** Ten million leads relative to 100,000: time of the first page, creates per second. */
export const MOST_SIZE_PAGE = 1.3;
export const LEAST_SIZE_CREATE = 0.7;
