export const defaultLimits = {
  /** Requests at once; one more gets 503. */
  inFlight: 1_000,
  /** The same for one organization, and for one address as far as no organization is known. */
  inFlightEach: 600,
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  /** How long nothing may come or go: who does not read an answer is cut off. Longer than anything that is waited for. */
  stallMs: 90_000,
  /** Of an upload, which the two limits above do not hold for: how long nothing may come, and how slow it may be. */
  uploadStallMs: 30_000,
  uploadBytesPerSecond: 16_384,
  /** How often slow senders are looked for. */
  checkMs: 1_000,
  /** How long requests in flight may take to finish when the service stops. */
  drainMs: 10_000,
};
export type Limits = Readonly<typeof defaultLimits>;
