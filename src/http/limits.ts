/** What callers of this server can take up. */
export interface Limits {
  /** Requests being answered at once; one more gets 503. */
  inFlight: number;
  bodyBytes: number;
  headerBytes: number;
  /** How long the header of a request may take, and the whole request. */
  headersMs: number;
  requestMs: number;
  keepAliveMs: number;
  /** How often slow senders are looked for. */
  checkMs: number;
  /** How long requests in flight may take to finish when the service stops. */
  drainMs: number;
}

export const defaultLimits: Limits = {
  inFlight: 1_000,
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  checkMs: 1_000,
  drainMs: 10_000,
};
