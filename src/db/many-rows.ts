import { type Query, query } from './sql.ts';

/** Rows of one statement: each number of rows is a statement of its own to be planned and kept. */
const MOST_ROWS = 8;

/** Rows, as many at a time as one statement takes. */
export const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, n) => rows.slice(n * MOST_ROWS, (n + 1) * MOST_ROWS));

type Rows = readonly (readonly unknown[])[];

/**
 * Inserts rows by as few statements as may be. `into` is the statement up to `values`, with organization_id as its
 * first column; the rows hold the values of the others.
 */
export const insertRows = (into: string, organizationId: string, rows: Rows): Query[] =>
  inParts(rows).map((part) => {
    const text = textFor(into, part.length, () => `${into} values ${placeholders(part, ['$1'], [])}`);
    return query(text, [organizationId, ...part.flat()]);
  });

/** A column to set. `set` says how, where it is not simply the new value, which is called `new.<name>`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly set?: string;
}

/**
 * Updates rows by as few statements as may be. They hold the value of `key`, a bigint, and then one for each column. A row may
 * be among them only once: of two, PostgreSQL would apply either. `columns` are the same list each time, not a copy.
 */
export const updateRows = (
  table: string,
  key: string,
  organizationId: string,
  columns: readonly Column[],
  rows: Rows,
): Query[] =>
  inParts(rows).map((part) => {
    const text = textFor(columns, part.length, () => {
      const names = columns.map(({ name }) => name);
      const set = columns.map((column) => `${column.name} = ${column.set ?? `new.${column.name}`}`);
      const types = ['bigint', ...columns.map(({ type }) => type)];
      return `update ${table} set ${set.join(', ')}
                from (values ${placeholders(part, [], types)}) as new (${[key, ...names].join(', ')})
               where ${table}.organization_id = $1 and ${table}.${key} = new.${key}`;
    });
    return query(text, [organizationId, ...part.flat()]);
  });

/** The rows of a VALUES list, counted from $2. */
function placeholders(rows: Rows, first: readonly string[], types: readonly string[]): string {
  let count = 1;
  const one = (_: unknown, n: number) => `$${++count}${types[n] === undefined ? '' : `::${types[n]}`}`;
  return rows.map((row) => `(${[...first, ...row.map(one)].join(', ')})`).join(', ');
}

const texts = new Map<unknown, string[]>();

/** Putting a text together, or only a key for it, takes longer than all else about a statement. */
function textFor(key: unknown, rows: number, make: () => string): string {
  const known = texts.get(key) ?? [];
  texts.set(key, known);
  known[rows] ??= make();
  return known[rows];
}
