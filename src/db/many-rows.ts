import { type Query, query } from './sql.ts';

/** Rows of one statement. Each number of rows is a text of its own, to be prepared and kept. */
const MOST_ROWS = 8;

/** Splits rows into parts that fit into one statement each. */
export const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, n) => rows.slice(n * MOST_ROWS, (n + 1) * MOST_ROWS));

const MOST_NARROW_ROWS = 64;

/** Splits many narrow rows into a multiple of MOST_ROWS and the rest: few statements, and few texts. */
function inMultiples<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let from = 0; from < rows.length; ) {
    const left = Math.min(rows.length - from, MOST_NARROW_ROWS);
    const size = left > MOST_ROWS ? left - (left % MOST_ROWS) : left;
    parts.push(rows.slice(from, from + size));
    from += size;
  }
  return parts;
}

type Rows = readonly (readonly unknown[])[];

/**
 * Inserts rows with as few statements as possible. `into` is the statement up to `values`, `onConflict` what comes after them. The
 * first columns are those that all rows share, beginning with the organization's id.
 */
export const insertRows = (into: string, shared: readonly unknown[], rows: Rows, onConflict = ''): Query[] =>
  inParts(rows).map((part) => insertPart(into, shared, part, onConflict));

/** The same for many narrow rows. */
export const insertManyRows = (into: string, shared: readonly unknown[], rows: Rows, onConflict = ''): Query[] =>
  inMultiples(rows).map((part) => insertPart(into, shared, part, onConflict));

function insertPart(into: string, shared: readonly unknown[], part: Rows, onConflict: string): Query {
  const key = onConflict === '' ? into : `${into} ${onConflict}`;
  const make = () => {
    const first = shared.map((_, n) => `$${n + 1}`);
    return `${into} values ${placeholders(part, shared.length, { first })} ${onConflict}`.trim();
  };
  return query(textFor(key, part.length, make), valuesOf(shared, part));
}

/** Deletes rows by their `key`, whose columns have these types. */
export const deleteRows = (table: string, key: readonly Column[], organizationId: string, rows: Rows): Query[] =>
  inMultiples(rows).map((part) => {
    const text = textFor(key, part.length, () => {
      const names = key.map(({ name }) => name);
      const types = key.map(({ type }) => type);
      return `delete from ${table} using (values ${placeholders(part, 1, { types })}) as old (${names.join(', ')})
               where ${table}.organization_id = $1 and ${names.map((name) => `${table}.${name} = old.${name}`).join(' and ')}`;
    });
    return query(text, valuesOf([organizationId], part));
  });

/** A column to set to `new.<name>`, or to the expression `set`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly set?: string;
}

/**
 * Updates rows with as few statements as possible. A row holds its `key`, a bigint, then a value for each column; the same key must
 * not come twice. `columns` is also the key of the cached text, so pass the same array each time.
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
                from (values ${placeholders(part, 1, { types })}) as new (${[key, ...names].join(', ')})
               where ${table}.organization_id = $1 and ${table}.${key} = new.${key}`;
    });
    return query(text, valuesOf([organizationId], part));
  });

/** A loop: `flat` takes twenty times as long. */
function valuesOf(shared: readonly unknown[], rows: Rows): unknown[] {
  const values = [...shared];
  for (const row of rows) for (const value of row) values.push(value);
  return values;
}

interface RowText {
  /** What each row begins with. */
  first?: readonly string[];
  /** Types of the values. */
  types?: readonly string[];
}

/** The placeholders of a VALUES list, numbered after those of the values that come `before`. */
function placeholders(rows: Rows, before: number, { first = [], types = [] }: RowText): string {
  let count = before;
  const one = (_: unknown, n: number) => `$${++count}${types[n] === undefined ? '' : `::${types[n]}`}`;
  return rows.map((row) => `(${[...first, ...row.map(one)].join(', ')})`).join(', ');
}

const texts = new Map<unknown, string[]>();

/** Texts are cached: building one costs more than encoding the statement. */
function textFor(key: unknown, rows: number, make: () => string): string {
  const known = texts.get(key) ?? [];
  texts.set(key, known);
  known[rows] ??= make();
  return known[rows];
}
