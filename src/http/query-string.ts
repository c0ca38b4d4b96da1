import { Problem } from '../problems.ts';

/** The query of a request whose query is not valid percent-encoded UTF-8. */
export const MALFORMED_QUERY: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

export function requireReadable(query: unknown): void {
  if (query !== MALFORMED_QUERY) return;
  throw new Problem('malformed_request', { detail: 'The query is not valid percent-encoded UTF-8.' });
}

/** More than any operation has names, custom fields included: among more, some are unknown or repeated, and refused as that. */
export const MOST_PARAMETERS = 300;

/** A "+" in a query is a space, but nobody means one before the offset of a time: 2026-01-31T09:30:00+05:30. */
const OFFSET = /(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)\+(?=\d{2}:\d{2})/gi;

/** Name to value, or to a list where a name is repeated. Bracketed names are taken as they are. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  if (text === '') return query;
  const pairs = parseEncoded(text.replace(OFFSET, '$1%2B'));
  if (pairs === null) return MALFORMED_QUERY as Record<string, unknown>;
  for (const [name, value] of [...pairs].slice(0, MOST_PARAMETERS + 1)) {
    const before = query[name];
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}

/** Names and values in order; null where one is not valid percent-encoded UTF-8. */
export function parseEncoded(text: string): URLSearchParams | null {
  try {
    decodeURIComponent(text); // URLSearchParams passes broken encodings on as they came
  } catch {
    return null;
  }
  return new URLSearchParams(`&${text}`); // it would drop a question mark at the beginning
}
