import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '../imports/schemas.ts';
import { ApiError, readApi } from './api-client.ts';
import { countOf, numberOf } from './formats.ts';

const ASK_MS = 500;
/** So long it keeps asking a service that does not answer. */
const PATIENCE_MS = 5 * 60_000;

export const isOver = ({ state }: Pick<Import, 'state'>): boolean => ['done', 'cancelled', 'failed'].includes(state);

export const readImport = async (id: string): Promise<Import> =>
  (await readApi<{ data: Import }>(`/imports/${encodeURIComponent(id)}`)).data;

/** Asks how far the import has come until it is over. A service that is away for a while is asked again. */
export async function followImport(id: string, show: (line: string) => void): Promise<Import> {
  let answeredAt = Date.now();
  let isAway = false;
  for (;;) {
    try {
      const found = await readImport(id);
      answeredAt = Date.now();
      isAway = false;
      show(progressOf(found));
      if (isOver(found)) return found;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code !== undefined && error.code !== 'service_unavailable';
      if (isRefused || Date.now() - answeredAt > PATIENCE_MS) throw error;
      if (!isAway) say('The service does not answer; asking again for up to five minutes …');
      isAway = true;
    }
    await sleep(ASK_MS);
  }
}

const WIDTH = 30;

/** [==========          ]  1,000 of 3,000 */
export function barOf(done: number, of: number): string {
  const filled = of === 0 ? WIDTH : Math.floor((WIDTH * done) / of);
  return `[${'='.repeat(filled).padEnd(WIDTH)}]`;
}

const progressOf = ({ state, rows, processed, failed }: Import): string =>
  state === 'queued'
    ? 'Waiting for its turn …'
    : `${barOf(processed, rows)} ${numberOf(processed)} of ${numberOf(rows)} rows, ${numberOf(failed)} failed`;

/** What came of it, in words. */
export function summaryOf(found: Import): string {
  const { public_id, name, state, dry_run, rows, processed, created, duplicates, filled, failed } = found;
  const would = dry_run ? ' (a dry run: nothing was written)' : '';
  return [
    `${public_id}  ${name}  ${state}${would}`,
    `  ${numberOf(processed)} of ${numberOf(rows)} rows processed`,
    `  ${numberOf(created)} created, ${countOf(duplicates, 'duplicate')} (${numberOf(filled)} filled in), ${numberOf(failed)} failed`,
    ...(found.links.failures === null ? [] : [`  Failed rows and why: leadline import failures ${public_id} > FILE`]),
  ].join('\n');
}

/** A line that stays, also where nobody looks on. */
function say(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${line}\n` : `${line}\n`);
}

/** Writes over the line before, if a person looks on. */
export function showOnError(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}`);
}

export function endLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\n');
}
