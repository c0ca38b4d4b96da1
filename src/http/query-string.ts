/** Stands in for a query that is not valid percent-encoded UTF-8; whoever reads the query refuses it. */
export const MALFORMED_QUERY: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

const MOST_PARAMETERS = 200;

/**
 * Name to value, or to a list where a name is repeated. Bracketed names are taken as they are. Stricter than the usual
 * parsers, which pass broken encodings on as they came.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  if (text === '') return query;
  const parts = text.split('&', MOST_PARAMETERS + 1);
  if (parts.length > MOST_PARAMETERS) return MALFORMED_QUERY as Record<string, unknown>;
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    try {
      const name = decode(equals === -1 ? part : part.slice(0, equals));
      const value = equals === -1 ? '' : decode(part.slice(equals + 1));
      const before = query[name];
      query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    } catch {
      return MALFORMED_QUERY as Record<string, unknown>;
    }
  }
  return query;
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
