import { CSV_TYPE, prefers } from '../http/accept.ts';
import type { Reply } from '../http/operation.ts';

type Cell = string | number | null | undefined;
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The report as JSON, or as CSV to whom asks for that. */
export function reportReply(accept: string | undefined, report: { data: object; meta: object }, table: Table): Reply {
  if (!prefers(accept, CSV_TYPE)) return { body: report, headers: { vary: 'accept' } };
  return {
    body: csvOf(table),
    headers: { 'content-type': `${CSV_TYPE}; charset=utf-8; header=present`, vary: 'accept' },
  };
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
