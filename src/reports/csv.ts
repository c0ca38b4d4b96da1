export type Cell = string | number | null | undefined;
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** RFC 4180: CRLF, quotes doubled. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula is shown as text: names come from people. */
function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
