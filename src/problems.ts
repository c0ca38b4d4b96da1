import { boundErrors, type FieldErrors, shorten } from './fault-list.ts';

export type { FieldErrors };

/** Everything that can go wrong. `code` is a stable contract; the sentences are not. */
interface Entry {
  status: number;
  title: string;
  /** The `detail` of an answer that has no more precise one. */
  detail: string;
  meaning: string;
  remedy: string;
}

export const catalogue = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    detail: 'The request could not be understood.',
    meaning: 'The request is not valid HTTP, its body is not valid JSON, or its text is not valid UTF-8.',
    remedy:
      'Send JSON encoded as UTF-8 and percent-encode query values. Repeating the same bytes gives the same answer.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    detail: 'A valid token is needed: send it as "Authorization: Bearer ldl_…".',
    meaning: 'The token is missing, malformed, expired or revoked, or the membership it belongs to is not active.',
    remedy: 'Send the token in the Authorization header with the scheme Bearer. If it used to work, ask for a new one.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'This token lacks the ability that the call needs.',
    meaning:
      'The token is valid, but does not carry the ability that this operation needs. It never depends on a record. For a submission of a form: it comes from a page whose origin is not among the form’s allowed origins.',
    remedy:
      'Use a token with that ability. GET /api/v1/me lists the abilities of the token in hand. For a form, add the page’s origin to the form’s `allowed_origins`.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is no such record, or it is outside what the caller may see.',
    meaning:
      'No such path or record, or a record outside the data scope of the token. The two are not told apart, so that nothing is disclosed.',
    remedy: 'Check the address and the public id, and whether the token’s membership may see the record.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take that method.',
    meaning: 'The path exists, but not for this HTTP method.',
    remedy: 'Use one of the methods that the Allow header lists.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    detail: 'This address answers with application/json.',
    meaning: 'The Accept header excludes every form in which the answer exists.',
    remedy: 'Send "Accept: application/json", or no Accept header at all.',
  },
  request_timeout: {
    status: 408,
    title: 'Request too slow',
    detail: 'The request did not arrive in time.',
    meaning: 'The header or body of the request came too slowly, and the connection was closed.',
    remedy: 'Send the request again, on a new connection.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: 'The current state forbids this change.',
    meaning: 'The change would make a duplicate, or the state of the record forbids it. Nothing was changed.',
    remedy: 'Read the record again, and decide by `detail` whether another change is wanted.',
  },
  gone: {
    status: 410,
    title: 'Gone',
    detail: 'This cursor is older than events are kept.',
    meaning: 'The cursor of the event feed is older than events are kept, so that what followed it may be gone.',
    remedy:
      'Read the leads themselves once, as with a new integration, and follow the feed from `page[after]=now` or from its oldest event, without `page[after]`.',
  },
  precondition_failed: {
    status: 412,
    title: 'Changed meanwhile',
    detail: 'The record is no longer in the state that If-Match names.',
    meaning: 'The record was changed since the ETag in If-Match was read. Nothing was changed by this call.',
    remedy: 'Read the record again, and repeat the change with the new ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body is larger than this address takes.',
    meaning:
      'A request body may have 1 MiB (1,048,576 bytes) at most, a submission of a form 64 KiB (65,536 bytes), a file to import 200 MiB (209,715,200 bytes).',
    remedy: 'Send less at a time.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json.',
    meaning: 'The Content-Type of the body is missing, or is not one that this operation takes.',
    remedy:
      'Send "Content-Type: application/json" (for PATCH also application/merge-patch+json, for an import text/csv), encoded as UTF-8.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    detail: 'Some fields are not valid; see errors.',
    meaning:
      'The request was understood, but its values are not valid. `errors` maps every faulty field, named as it was sent, to its messages: 100 faults at most, and `detail` says where there are more.',
    remedy: 'Correct all fields named in `errors` and send the request again.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'The rate limit is used up; try again after the time in Retry-After.',
    meaning:
      'The token (or, for failed authentication and requests to forms, the address) made more calls than its quota allows.',
    remedy: 'Wait as many seconds as Retry-After says. The RateLimit header fields show quota and what is left of it.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The header fields of the request are too large.',
    meaning: 'The request line and header fields together may have 16 KiB at most, and there may be 500 fields.',
    remedy: 'Send fewer or shorter header fields, or a shorter address.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side. The operator finds the cause in the log by the request_id.',
    meaning: 'A fault of the service itself. The cause is in its log, never in the answer.',
    remedy: 'Report the request_id to whoever runs the service.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'The service cannot answer just now; try again after the time in Retry-After.',
    meaning:
      'The database is away, the service is overloaded, starting or stopping, or settings were changed while the call used them.',
    remedy: 'Retry with backoff, not before the seconds in Retry-After have passed.',
  },
} as const satisfies Record<string, Entry>;

export type ProblemCode = keyof typeof catalogue;

export const problemCodes = Object.keys(catalogue) as ProblemCode[];

interface Particulars {
  detail?: string;
  errors?: FieldErrors;
  /** How many of the errors are told at most. */
  most?: number | undefined;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A conflict may name what an organization has, which can be long. */
const MOST_DETAIL = 2_000;

/** An error meant for the caller. Whatever else is thrown becomes `internal_error`, with nothing of its cause. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, { detail, errors, most, headers = {}, cause }: Particulars = {}) {
    const bound = errors && boundErrors(errors, most);
    const more = bound?.more ? ` There are more than the ${bound.count} listed there.` : '';
    const told = shorten(detail ?? catalogue[code].detail, MOST_DETAIL) + more;
    super(told, { cause });
    this.code = code;
    this.status = catalogue[code].status;
    this.detail = told;
    this.errors = bound?.told;
    this.headers = headers;
  }
}

/** A record that is not there, or that the token may not see: the two are not told apart. */
export const notFound = () => new Problem('not_found');
/** What a query found; 404 where it found nothing. */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw notFound();
  return record;
}
export const unknownAddress = (
  detail = 'There is nothing at this address. GET /api/v1/openapi.json lists the addresses.',
) => new Problem('not_found', { detail });
export const conflict = (detail: string) => new Problem('conflict', { detail });
export const invalid = (errors: FieldErrors, most?: number) => new Problem('validation_failed', { errors, most });

export function requireNoFaults(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
/** What was read; undefined where it is at fault, which `errors` then says. */
export function collect<T>(errors: FieldErrors, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors === undefined) throw error;
    Object.assign(errors, error.errors);
    return undefined;
  }
}

/** Runs all reads, and throws the faults of all of them at once. */
export function readAll<const T extends readonly (() => unknown)[]>(...reads: T): { [N in keyof T]: ReturnType<T[N]> } {
  const errors: FieldErrors = {};
  const read = reads.map((one) => collect(errors, one));
  requireNoFaults(errors);
  return read as { [N in keyof T]: ReturnType<T[N]> };
}

export function faultsOf(...reads: (() => unknown)[]): FieldErrors {
  try {
    readAll(...reads);
    return {};
  } catch (error) {
    if (error instanceof Problem && error.errors !== undefined) return error.errors;
    throw error;
  }
}

export const unavailable = (detail: string, cause?: unknown) =>
  new Problem('service_unavailable', { detail, cause, headers: { 'retry-after': '2' } });

/** The body of an answer, per RFC 9457. */
export function problemDocument(problem: Problem, docsUrl: string, requestId: string) {
  return {
    type: `${docsUrl}/api/problems/${problem.code}`,
    title: catalogue[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors && { errors: problem.errors }),
  };
}
