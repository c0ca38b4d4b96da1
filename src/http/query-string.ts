/** Stands in for a query that is not valid percent-encoded UTF-8; whoever reads the query refuses it. */
export const MALFORMED_QUERY: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

const MOST_PARAMETERS = 200;

/**
 * Name to value, or to a list where a name is repeated. Bracketed names are taken as they are. Stricter than the usual
 * parsers, which pass broken encodings on as they came.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const pairs = parsePairs(text, MOST_PARAMETERS);
  if (pairs === null) return MALFORMED_QUERY as Record<string, unknown>;
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, value] of pairs) {
    const before = query[name];
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}

/** Names and values in order; null where there are more than `most`, or one is not valid percent-encoded UTF-8. */
export function parsePairs(text: string, most: number): [name: string, value: string][] | null {
  if (text === '') return [];
  const parts = text.split('&', most + 1);
  if (parts.length > most) return null;
  try {
    return parts
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=');
        return equals === -1 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
      });
  } catch {
    return null;
  }
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
