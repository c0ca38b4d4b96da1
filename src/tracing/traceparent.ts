/** A span of the caller. */
export interface RemoteParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MOST_CHARACTERS = 256;

/** Reads a W3C `traceparent`; null if it is not valid, as if it had not been sent. Later versions may have more fields. */
export function readTraceparent(header: string | string[] | undefined): RemoteParent | null {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
