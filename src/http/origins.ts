import type { IncomingHttpHeaders } from 'node:http';

const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Longer than any host name can be; parsing decodes and normalizes, which is slow for long texts. */
export const MOST_ORIGIN = 300;

export function parseOrigin(text: string): URL | null {
  if (text.length > MOST_ORIGIN) return null;
  const url = /^\s*https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url !== null && HOST.test(url.hostname) ? url : null;
}

/** An origin as browsers send it (lower case, no default port), or null where the text is none. */
export function normalizeOrigin(text: string): string | null {
  const url = parseOrigin(text);
  const afterScheme = text.trim().replace(/^https?:\/\//i, '');
  return url !== null && !/[/?#@\\]/.test(afterScheme) ? url.origin : null;
}

/** Whether a normalized origin is the service's own: the request's host, or the address that callers are told. */
export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (URL.canParse(publicUrl) && new URL(publicUrl).origin === origin) return true;
  return host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** Whether a plain http page can hold a session: browsers keep its cookie over https and on loopback alone. */
function mayHoldSession(origin: string, publicUrl: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return (
    protocol === 'https:' ||
    LOOPBACK.test(hostname) ||
    (URL.canParse(publicUrl) && new URL(publicUrl).origin === origin)
  );
}

type Sent = Pick<IncomingHttpHeaders, 'origin' | 'host' | 'sec-fetch-site'>;

/** Whether a browser says that a page of the service itself sends the request. Pages cannot set these header fields. */
export function isFromOwnPage({ origin, host, 'sec-fetch-site': site }: Sent, publicUrl: string): boolean {
  if (site === 'same-origin') return true;
  const plain = origin === undefined ? null : normalizeOrigin(origin);
  return plain !== null && isOwnOrigin(plain, host, publicUrl) && mayHoldSession(plain, publicUrl);
}

/** Whether a browser says that a page of another site sends the request. What is no browser says nothing. */
export function isFromForeignPage(headers: Sent, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (isFromOwnPage(headers, publicUrl)) return false;
  return origin !== undefined || site === 'cross-site' || site === 'same-site';
}
