import { queryOptions } from '@tanstack/react-query';
import { leadline } from '../../../api/client.ts';
import { readRecords } from '../reading/csv.ts';

const SHOWN = 20;
const MOST_CHARACTERS = 512 * 1_024;

export interface Failure {
  /** Counted from the first one below the header line. */
  row: string;
  cells: string[];
  why: string;
}

export interface Failures {
  /** Of the file. */
  columns: string[];
  failures: Failure[];
}

/** The first rows that failed. The rest of the list is not read. */
export const failuresQuery = (id: string, failed: number) =>
  queryOptions({
    queryKey: ['import-failures', id, Math.min(failed, SHOWN)],
    queryFn: ({ signal }) => readFirst(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What spreadsheets would run has an apostrophe before it in the list, and none in the person's file. */
const asInFile = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '');

async function readFirst(id: string, signal: AbortSignal): Promise<Failures> {
  const reader = (await leadline.imports.failures(id, { signal })).getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    const { records } = readRecords(text, ',', SHOWN + 1, done);
    if (!done && records.length <= SHOWN && text.length < MOST_CHARACTERS) continue;
    await reader.cancel();
    const [header = [], ...rows] = records;
    return {
      columns: header.slice(1, -1).map(asInFile),
      failures: rows.map((row) => ({
        row: row[0] ?? '',
        cells: row.slice(1, -1).map(asInFile),
        why: row.at(-1) ?? '',
      })),
    };
  }
}

/** Tells spreadsheets that the file is UTF-8: they would spoil names in other scripts, and it is to come back. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What was received goes out of the page's memory so many bytes at a time. */
const PART_BYTES = 4 * 1_024 * 1_024;

/** All rows that failed, as a file. */
export async function readAllFailures(id: string, signal: AbortSignal): Promise<Blob> {
  const reader = (await leadline.imports.failures(id, { signal, timeoutMs: 60_000 })).getReader();
  const parts = [new Blob([BYTE_ORDER_MARK])];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) {
      pending.push(value as Uint8Array<ArrayBuffer>);
      bytes += value.byteLength;
    }
    if (done || bytes >= PART_BYTES) {
      parts.push(new Blob(pending));
      pending = [];
      bytes = 0;
    }
    if (done) return new Blob(parts, { type: 'text/csv;charset=utf-8' });
  }
}

/** `leads.csv` becomes `leads-failed.csv`, once. */
export const failuresName = (name: string): string => `${name.replace(/(-failed)?(\.[^.]*)?$/i, '')}-failed.csv`;
