export type Cell = string | number | null | undefined;
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** RFC 4180: CRLF, quotes doubled. */
export const csvOf = ({ columns, rows }: Table): string => [columns, ...rows].map(csvLine).join('');

/** A phone number in groups: a spreadsheet shows it as text, where `+919876543210` would become the number 919876543210. */
const SHOWN_PHONE = /^\+\d{1,3}(?: \d{2,5}){2,4}$/;

export const csvLine = (row: readonly Cell[]): string => `${row.map(cellOf).join(',')}\r\n`;

/** Most cells: nothing in them needs a second look. */
const PLAIN = /^[A-Za-z0-9][\w .:@-]*$/;

/** What a spreadsheet would take for a formula, and the same after apostrophes, so that taking one away gives the text back. */
const RUN = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text that a spreadsheet would run is shown as text: names come from people. */
function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  if (PLAIN.test(cell)) return cell;
  const text = RUN.test(cell) && !SHOWN_PHONE.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell, without the apostrophe that keeps a spreadsheet from running it. */
export const textOf = (cell: string): string => (cell.startsWith("'") && RUN.test(cell) ? cell.slice(1) : cell);
