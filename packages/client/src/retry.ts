import { LeadlineError } from './error.ts';
import { pause } from './pause.ts';
import { secondsToWait } from './retry-after.ts';

export interface RetryOptions {
  /** Tries in all, the first included; 1 for no retries. Default 4. */
  attempts?: number;
  /** Time in all, waits included. A retry that would come later is not made. Default 60,000 ms. */
  totalMs?: number;
}

export interface TransportOptions {
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time for one try. Default 30,000 ms. */
  timeoutMs?: number | undefined;
  retry?: RetryOptions | undefined;
}

/** An answer, with its text if it is JSON, or why there is none. */
type Outcome = { response: Response; text: string | null } | { failure: LeadlineError };

/** openapi-fetch puts options of a call that `Request` does not know on the request. */
type PatientRequest = Request & { timeoutMs?: number };

/** A `fetch` that repeats what is safe to repeat. */
export function retryingFetch({ fetch = globalThis.fetch, timeoutMs = 30_000, retry = {} }: TransportOptions) {
  const { attempts = 4, totalMs = 60_000 } = retry;
  return async (request: Request): Promise<Response> => {
    const patience = (request as PatientRequest).timeoutMs ?? timeoutMs;
    const until = Date.now() + Math.max(totalMs, patience);
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts || !isRepeatable(request);
      const sent = isLast ? request : request.clone();
      const outcome = await trial(fetch, sent, Math.max(1, Math.min(patience, until - Date.now())));
      const wait = isLast || !shouldRepeat(request, outcome) ? null : delayOf(outcome, attempt);
      if (wait === null || Date.now() + wait >= until) {
        if ('failure' in outcome) throw outcome.failure;
        return outcome.response;
      }
      await pause(wait, request.signal);
    }
  };
}

/** A POST without a key is sent once, so its body, which may be a long stream, need not be kept. */
const isRepeatable = ({ method, headers }: Request): boolean => method !== 'POST' || headers.has('idempotency-key');

/** Repeating it has no second effect, even if the first try had its effect and only the answer was lost. */
function isSafe({ method, headers }: Request): boolean {
  if (method === 'POST') return headers.has('idempotency-key');
  if (method === 'PATCH') return headers.has('if-match');
  return method === 'GET' || method === 'HEAD';
}

function shouldRepeat(request: Request, outcome: Outcome): boolean {
  if ('failure' in outcome) return isSafe(request);
  const { response, text } = outcome;
  // Refused before anything was done, so even an unsafe call may be repeated.
  if (response.status === 429) return true;
  if ([408, 502, 503, 504].includes(response.status)) return isSafe(request);
  return response.status === 409 && request.headers.has('idempotency-key') && isKeyInUse(text);
}

/** The first try is still being answered. Other conflicts have the same code, and repeating those is only useless. */
const isKeyInUse = (text: string | null): boolean => text?.includes('Idempotency-Key') ?? false;

const FIRST_MS = 250;
const LONGEST_MS = 8_000;

/** Doubles with each try, less up to half, so that callers that failed together do not return together. */
function delayOf(outcome: Outcome, attempt: number): number {
  const backoff = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
  const asked = 'response' in outcome ? secondsToWait(outcome.response.headers) : null;
  return asked === null ? backoff : asked * 1_000 + Math.random() * FIRST_MS;
}

async function trial(fetch: typeof globalThis.fetch, request: Request, timeoutMs: number): Promise<Outcome> {
  const { signal } = request;
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  try {
    return await readJson(await fetch(request, { signal: controller.signal }));
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const { origin } = new URL(request.url);
    if (isLate) return failed('timeout', `No answer from ${origin} within ${timeoutMs} ms.`, cause);
    return failed('network_error', `No answer from ${origin}: ${reasonOf(cause)}.`, cause);
  } finally {
    clearTimeout(timer); // the caller's signal still ends a body that is read as a stream
  }
}

/** Reads JSON whole, so that a connection that breaks within it is a failed try. Other bodies stay streams. */
async function readJson(response: Response): Promise<Outcome> {
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  if (response.body === null || !isJson) return { response, text: null };
  const text = await response.text();
  const { status, statusText, headers } = response;
  return { response: new Response(text, { status, statusText, headers }), text };
}

const failed = (code: string, detail: string, cause: unknown): Outcome => ({
  failure: new LeadlineError({ code, detail, cause }),
});

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? error.message;
}
