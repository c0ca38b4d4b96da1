const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/** An origin as browsers send it (lower case, no default port), or null where the text is none. */
export function normalizeOrigin(text: string): string | null {
  const url = parseOrigin(text);
  const afterScheme = text.trim().replace(/^https?:\/\//i, '');
  return url !== null && !/[/?#@\\]/.test(afterScheme) ? url.origin : null;
}

export function originsFault(list: readonly unknown[]): string | null {
  const wrong = list.find((one) => typeof one === 'string' && normalizeOrigin(one) === null);
  if (typeof wrong !== 'string') return null;
  const meant = parseOrigin(wrong)?.origin;
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `must hold origins such as https://www.example.in, without a path and without *${hint}`;
}

/** Longer than any host name can be; parsing decodes and normalizes, which is slow for long texts. */
export const MOST_ORIGIN = 300;

function parseOrigin(text: string): URL | null {
  if (text.length > MOST_ORIGIN) return null;
  const url = /^\s*https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url !== null && HOST.test(url.hostname) ? url : null;
}

/** `own`: no browser, or a page of the service. `allowed`: a page that needs CORS headers to read the answer. */
export function judgeOrigin(
  origin: string | undefined,
  host: string | undefined,
  { publicUrl, allowed }: { publicUrl: string; allowed: readonly string[] },
): 'own' | 'allowed' | 'foreign' {
  if (origin === undefined) return 'own';
  const plain = normalizeOrigin(origin);
  if (plain === null) return 'foreign';
  if (URL.canParse(publicUrl) && new URL(publicUrl).origin === plain) return 'own';
  if (host !== undefined && new URL(plain).host === host.toLowerCase()) return 'own';
  return allowed.includes(plain) ? 'allowed' : 'foreign';
}
