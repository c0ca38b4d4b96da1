export type Cell = string | number | null | undefined;

/** What a spreadsheet would take for a formula, and the same after apostrophes: as the service writes its exports. */
const RUN = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A phone number in groups is shown as the text that it is. */
const SHOWN_PHONE = /^\+\d{1,3}(?: \d{2,5}){2,4}$/;
/** Tells spreadsheets that the file is UTF-8: they would spoil names in other scripts. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A table as RFC 4180 has it: CRLF, quotes doubled. Names come from strangers, so nothing in it runs as a formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = RUN.test(cell) && !SHOWN_PHONE.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
