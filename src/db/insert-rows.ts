import type { Query } from './sql.ts';

/** Rows of one statement: each number of rows is a statement of its own to be planned and kept, so there are four. */
const SIZES = [8, 4, 2, 1];
const texts = new Map<string, string>();

/**
 * Inserts rows by as few statements as these sizes allow. `into` is the statement up to `values`, with organization_id as its
 * first column; the rows hold the values of the others.
 */
export function insertRows(into: string, organizationId: string, rows: readonly (readonly unknown[])[]): Query[] {
  const queries: Query[] = [];
  for (let at = 0; at < rows.length; ) {
    const size = SIZES.find((one) => one <= rows.length - at) ?? 1;
    const some = rows.slice(at, at + size);
    queries.push({ text: textFor(into, size, some[0]?.length ?? 0), values: [organizationId, ...some.flat()] });
    at += size;
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
