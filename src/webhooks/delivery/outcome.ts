import { codeOf } from '../../error-code.ts';

/** What became of an attempt. */
export interface Outcome {
  readonly at: Date;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why it failed where the status does not say it; null otherwise. Never a text of the receiver's. */
  readonly error: string | null;
  /** The answer had a longer body than is read, which costs a connection. */
  readonly isCutOff?: boolean;
}

export const isSuccess = ({ status }: Pick<Outcome, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** The receiver wants no more. */
export const isGone = ({ status }: Pick<Outcome, 'status'>): boolean => status === 410;

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** No address that the host resolves to may be connected to. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

export const REDIRECTED = 'Redirects are not followed.';
const NO_ANSWER = 'There was no answer within 15 seconds.';
const NOT_RESOLVED = 'The name could not be resolved.';
const NO_CONNECTION = 'No connection could be made in time.';
const CLOSED = 'The connection was closed before there was an answer.';
const UNREADABLE = 'The answer was not understood.';

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: NOT_RESOLVED,
  ENODATA: NOT_RESOLVED,
  ESERVFAIL: NOT_RESOLVED,
  EREFUSED: NOT_RESOLVED,
  ETIMEOUT: NOT_RESOLVED,
  EAI_AGAIN: NOT_RESOLVED,
  EBADNAME: NOT_RESOLVED,
  ECONNREFUSED: 'The connection was refused.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EADDRNOTAVAIL: 'The host cannot be reached.',
  ETIMEDOUT: NO_CONNECTION,
  UND_ERR_CONNECT_TIMEOUT: NO_CONNECTION,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_HEADERS_TIMEOUT: NO_ANSWER,
  UND_ERR_HEADERS_OVERFLOW: UNREADABLE,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: UNREADABLE,
};

/** In our own words: what the network says may hold addresses, and what the receiver says is not kept. */
export function describeFailure(error: unknown): string {
  if (error instanceof RefusedAddress) return 'The host is at no address that deliveries may go to.';
  if (error instanceof TookTooLong) return NO_ANSWER;
  const code = innerCodeOf(error);
  if (Object.hasOwn(sentences, code)) return sentences[code] as string;
  if (code.startsWith('HPE_') || (error as Error).name === 'HTTPParserError') return UNREADABLE;
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT/.test(code)) return 'The TLS certificate could not be verified.';
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return 'TLS could not be agreed on.';
  return 'The request failed.';
}

/** Its own, or that of what caused it. */
function innerCodeOf(error: unknown): string {
  return error instanceof Error ? codeOf(error) || innerCodeOf(error.cause) : '';
}
