const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/** An origin as browsers send it (lower case, no default port), or null where the text is none. */
export function normalizeOrigin(text: string): string | null {
  const url = parseOrigin(text);
  return url !== null &&
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .search(/[/?#@\\]/) === -1
    ? url.origin
    : null;
}

/** What is wrong with a list of origins; null: nothing. */
export function originsFault(list: readonly unknown[]): string | null {
  const wrong = list.find((one) => typeof one === 'string' && normalizeOrigin(one) === null);
  if (typeof wrong !== 'string') return null;
  const meant = parseOrigin(wrong)?.origin;
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `must hold origins such as https://www.example.in, without a path and without *${hint}`;
}

/** Longer than any host name can be; to read a longer one could take long, since names are decoded and normalized. */
export const MOST_ORIGIN = 300;

function parseOrigin(text: string): URL | null {
  if (text.length > MOST_ORIGIN) return null;
  const url = /^\s*https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url !== null && HOST.test(url.hostname) ? url : null;
}

export interface OriginRules {
  /** Address at which callers reach the service. */
  publicUrl: string;
  allowed: readonly string[];
}

/**
 * Whether a request may come from where it says it comes from: `own` (no browser, or a page of the service itself), `allowed`
 * (a page of the form's organization, which needs CORS headers to read the answer), or `foreign`.
 */
export function judgeOrigin(
  origin: string | undefined,
  host: string | undefined,
  { publicUrl, allowed }: OriginRules,
): 'own' | 'allowed' | 'foreign' {
  if (origin === undefined) return 'own';
  const plain = normalizeOrigin(origin);
  if (plain === null) return 'foreign';
  if (URL.canParse(publicUrl) && new URL(publicUrl).origin === plain) return 'own';
  if (host !== undefined && new URL(plain).host === host.toLowerCase()) return 'own';
  return allowed.includes(plain) ? 'allowed' : 'foreign';
}
