// What the bench holds its figures against. Ratios to the faster of the bare servers, taken in the same run.

/** Throughput, by task and number of connections: at least. */
export const LEAST = {
  list: { 16: 2.0, 64: 2.0 },
  read: { 16: 1.0 },
  create: { 16: 0.65 },
  patch: { 16: 0.6 },
};
/** The slowest hundredth of the answers: at most. */
export const MOST_TAIL = { 64: 1.5 };
export const MOST_MEMORY_MB = 180;
export const MOST_START_MS = 1_500;
/** A page 500,000 deep among a million leads against the first one, in time. */
export const MOST_DEPTH = 1.1;
/** Ten million leads against 100,000: time of the first page, creates a second. */
export const MOST_SIZE_PAGE = 1.3;
export const LEAST_SIZE_CREATE = 0.7;
