import { leadline } from '../api/client.ts';
import type { Filters, LeadFilter, Sort } from '../api/leads.ts';
import { BYTE_ORDER_MARK } from './csv.ts';

/** A browser must hold the whole file. */
export const MOST_BYTES = 512 * 1024 * 1024;
/** From so many leads on, an export takes a while. */
export const MANY_LEADS = 50_000;

export class TooLarge extends Error {}

interface Exporting {
  filters: Filters;
  sort: Sort;
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** All leads that match as a CSV file, read as it comes. Fails if the service broke it off. */
export async function readCsv({ filters, sort, signal, onBytes }: Exporting): Promise<Blob> {
  const query = { format: 'csv', filter: filters as LeadFilter, sort } as const;
  const reader = (await leadline.leads.export(query, { signal, timeoutMs: 60_000 })).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob([BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' });
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new TooLarge();
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
    onBytes(bytes);
  }
}

/** Hands the file to the person. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
