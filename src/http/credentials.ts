import type { IncomingHttpHeaders } from 'node:http';

/** Browsers take a cookie of such a name only from the host itself, over https or on loopback, and for every path. */
export const SESSION_COOKIE = '__Host-leadline';
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The header field that gives a browser its session, for so long; without a text it takes it away. */
export const sessionCookieHeader = (text = '', seconds = 0): string =>
  `${SESSION_COOKIE}=${text}; ${ATTRIBUTES}; Max-Age=${seconds}`;

/** The value of a cookie; undefined where there is none, null where it was sent more than once. */
export function readCookie(header: string | undefined, name: string): string | null | undefined {
  if (header === undefined || !header.includes(name)) return undefined;
  const beginning = `${name}=`;
  let found: string | undefined;
  for (const part of header.split(';')) {
    const cookie = part.trim();
    if (!cookie.startsWith(beginning)) continue;
    if (found !== undefined) return null;
    found = cookie.slice(beginning.length);
  }
  return found;
}

export function bearerToken(header: string | undefined): string | null {
  const match = /^bearer +(\S.*)$/i.exec(header?.trim() ?? '');
  return match?.[1] ?? null;
}

/** What a call is made with: a bearer token or, only where no Authorization was sent, the session in the cookie. */
export interface Credential {
  readonly kind: 'token' | 'session';
  readonly text: string;
}

export function credentialOf({ authorization, cookie }: IncomingHttpHeaders): Credential | null {
  const text = authorization === undefined ? readCookie(cookie, SESSION_COOKIE) : bearerToken(authorization);
  if (text === null || text === undefined) return null;
  return { kind: authorization === undefined ? 'session' : 'token', text };
}
