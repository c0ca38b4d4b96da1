import type { Query } from './sql.ts';

/** Rows of one statement: each number of rows is a statement of its own to be planned and kept. */
const MOST_ROWS = 8;
const texts = new Map<string, string>();

/**
 * Inserts rows by as few statements as may be. `into` is the statement up to `values`, with organization_id as its
 * first column; the rows hold the values of the others.
 */
export function insertRows(into: string, organizationId: string, rows: readonly (readonly unknown[])[]): Query[] {
  const queries: Query[] = [];
  for (let at = 0; at < rows.length; ) {
    const some = rows.slice(at, at + MOST_ROWS);
    queries.push({ text: textFor(into, some.length, some[0]?.length ?? 0), values: [organizationId, ...some.flat()] });
    at += some.length;
  }
  return queries;
}

function textFor(into: string, rows: number, width: number): string {
  const key = `${rows} ${into}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const row = (n: number) => `($1, ${Array.from({ length: width }, (_, at) => `$${2 + n * width + at}`).join(', ')})`;
  const text = `${into} values ${Array.from({ length: rows }, (_, n) => row(n)).join(', ')}`;
  texts.set(key, text);
  return text;
}
