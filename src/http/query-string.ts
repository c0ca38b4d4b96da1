import { Problem } from '../problems.ts';

/** The query of a request whose query is not valid percent-encoded UTF-8. */
export const MALFORMED_QUERY: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

export function requireReadable(query: unknown): void {
  if (query !== MALFORMED_QUERY) return;
  throw new Problem('malformed_request', { detail: 'The query is not valid percent-encoded UTF-8.' });
}

export const MOST_PARAMETERS = 200;

/** Name to value, or to a list where a name is repeated. Bracketed names are taken as they are. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  if (text === '') return query;
  const pairs = parseEncoded(text, MOST_PARAMETERS);
  if (pairs === null) return MALFORMED_QUERY as Record<string, unknown>;
  for (const [name, value] of pairs) {
    const before = query[name];
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}

/** Names and values in order; null where there are more than `most`, or one is not valid percent-encoded UTF-8. */
export function parseEncoded(text: string, most: number): URLSearchParams | null {
  try {
    decodeURIComponent(text); // URLSearchParams passes broken encodings on as they came
  } catch {
    return null;
  }
  const pairs = new URLSearchParams(`&${text}`); // it would drop a question mark at the beginning
  return pairs.size > most ? null : pairs;
}
