// The options of a lead in one cell of CSV: `Term plan; Health plan`. One that holds a separator is quoted.

export const writeOptions = (options: readonly string[]): string => options.map(quoted).join('; ');

const quoted = (option: string): string => (/[;|"]/.test(option) ? `"${option.replaceAll('"', '""')}"` : option);

const ONE = /\s*(?:"((?:[^"]|"")*)"\s*|([^;|]*))(?:[;|]|$)/y;

/** Reads such a cell, also with `|` between the options, as people write it. */
export function readOptions(cell: string): string[] {
  const options: string[] = [];
  const one = new RegExp(ONE);
  while (one.lastIndex < cell.length) {
    const [, inQuotes, bare = ''] = one.exec(cell) ?? [];
    options.push(inQuotes?.replaceAll('""', '"') ?? bare.trim());
  }
  return options;
}
