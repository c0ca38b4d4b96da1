import { Readable } from 'node:stream';
import type { Sql } from '../db/sql.ts';
import { csvLine } from '../http/csv.ts';
import { failureColumns } from './header.ts';
import { findColumns, listFailures } from './queries.ts';

const PAGE = 200;

/** The rows that were refused, as CSV, page by page: no statement waits for the caller. */
export async function failuresOf(sql: Sql, organizationId: string, importId: string): Promise<Readable> {
  const { columns = '[]' } = (await findColumns(sql, organizationId, importId)) ?? {};
  return Readable.from(linesOf(sql, organizationId, importId, JSON.parse(columns)), { highWaterMark: 1 });
}

async function* linesOf(sql: Sql, organizationId: string, importId: string, columns: readonly string[]) {
  yield csvLine([failureColumns.number, ...columns, failureColumns.reason]);
  for (let after = 0; ; ) {
    const rows = await listFailures(sql, organizationId, importId, after, PAGE);
    if (rows.length === 0) return;
    yield rows.map(({ number, cells, fault }) => csvLine([number, ...asSent(columns, cells), fault])).join('');
    after = rows.at(-1)?.number ?? after;
  }
}

/** As many cells as there are columns, so that the reason stands in its own. */
function asSent(columns: readonly string[], cells: string): string[] {
  const sent = JSON.parse(cells) as string[];
  const [inside, beyond] = [sent.slice(0, columns.length), sent.slice(columns.length)];
  while (inside.length < columns.length) inside.push('');
  if (beyond.length > 0) inside.push([inside.pop(), ...beyond].join(' '));
  return inside;
}
