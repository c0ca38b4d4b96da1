/** A reader of CSV that takes nothing on trust: RFC 4180, every line ended by CRLF. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let rest = text;
  while (rest !== '') {
    const row: string[] = [];
    for (;;) {
      const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
      if (cell === null) throw new Error(`not CSV: ${rest}`);
      row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
      rest = rest.slice(cell[0].length);
      if (cell[3] !== ',') break;
    }
    rows.push(row);
  }
  return rows;
}
