/**
 * A statement that writes any number of rows at once. Its values are `$1`, which all rows have in common, and those of each
 * row; it answers the rows it has written with their numbers `n`, counted from 0.
 */
export interface Bulk {
  text(rows: number): string;
}

/** Names of columns with their types. */
export type Columns = Readonly<Record<string, string>>;

/** `rest` goes on from the rows, which are called `given`. The text for each number of rows is put together once. */
export function bulk(columns: Columns, rest: string): Bulk {
  const names = Object.keys(columns).join(', ');
  const types = Object.values(columns);
  const texts: string[] = [];

  function rowText(n: number): string {
    const first = 2 + n * types.length;
    // What the types are, the first row says for all.
    const values = types.map((type, at) => `$${first + at}${n === 0 ? `::${type}` : ''}`);
    return `(${n}, ${values.join(', ')})`;
  }

  return {
    text(rows) {
      texts[rows] ??=
        `with given (n, ${names}) as (values ${Array.from({ length: rows }, (_, n) => rowText(n)).join(', ')}), ${rest}`;
      return texts[rows];
    },
  };
}
