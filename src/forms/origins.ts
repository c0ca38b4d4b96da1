import { isOwnOrigin, normalizeOrigin, parseOrigin } from '../http/origins.ts';

export function originsFault(list: readonly unknown[]): string | null {
  const wrong = list.find((one) => typeof one === 'string' && normalizeOrigin(one) === null);
  if (typeof wrong !== 'string') return null;
  const meant = parseOrigin(wrong)?.origin;
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `must hold origins such as https://www.example.in, without a path and without *${hint}`;
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
  if (isOwnOrigin(plain, host, publicUrl)) return 'own';
  return allowed.includes(plain) ? 'allowed' : 'foreign';
}
