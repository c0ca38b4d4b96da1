export interface CallOptions {
  /** Ends the call, waits between tries included; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time for one try, instead of that of the client. */
  timeoutMs?: number | undefined;
}

export interface PostOptions extends CallOptions {
  /** Names this request for 24 hours: sent again with the same key, it gets the first answer. Default: a random key. */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The `etag` that the lead must still have; otherwise `precondition_failed`, and nothing is changed. */
  ifMatch?: string | undefined;
}

// Parts of a call; what is not given is left out.
export const at = (public_id: string) => ({ path: { public_id } });
export const keyed = (key: string | undefined) => (key === undefined ? {} : { 'Idempotency-Key': key });
export const matching = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });
export const within = ({ signal, timeoutMs }: CallOptions) => ({
  ...(signal && { signal }),
  ...(timeoutMs && { timeoutMs }),
});
