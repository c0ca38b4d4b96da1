import { answerOf } from './answer.ts';
import type { Api } from './api.ts';
import { at, type CallOptions, within } from './call-options.ts';
import type { operations } from './generated/api.ts';
import { type ListQuery, list } from './list.ts';
import type { Import } from './models.ts';
import { pause } from './pause.ts';

export type ImportQuery = NonNullable<operations['createImport']['parameters']['query']>;

/** A file of 200 MB takes its time. */
const UPLOAD_MS = 900_000;

/** Sends a CSV file, once: it is not repeated, because that would import it twice. `waitForImport` tells its end. */
export async function createImport(
  api: Api,
  file: string | Blob | ReadableStream<Uint8Array>,
  query: ImportQuery = {},
  options: CallOptions = {},
): Promise<Import> {
  const call = api.POST('/api/v1/imports', {
    params: { query },
    headers: { 'content-type': 'text/csv' },
    body: file as string,
    bodySerializer: (body: unknown) => body,
    // Needed for streams, and without effect on the others.
    duplex: 'half',
    ...within({ timeoutMs: UPLOAD_MS, ...options }),
  });
  return (await answerOf(call)).data.data;
}

export async function getImport(api: Api, id: string, options: CallOptions = {}): Promise<Import> {
  const call = api.GET('/api/v1/imports/{public_id}', { params: at(id), ...within(options) });
  return (await answerOf(call)).data.data;
}

export const listImports = (api: Api, query: ListQuery<'/api/v1/imports'> = {}, options: CallOptions = {}) =>
  list(api, '/api/v1/imports', query, options);

/** Stops an import; the leads that are in stay. */
export async function cancelImport(api: Api, id: string, options: CallOptions = {}): Promise<void> {
  await answerOf(api.DELETE('/api/v1/imports/{public_id}', { params: at(id), ...within(options) }));
}

/** The rows that failed, as CSV: their number, their columns as sent, and why. */
export async function importFailures(
  api: Api,
  id: string,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const call = api.GET('/api/v1/imports/{public_id}/failures', {
    params: at(id),
    headers: { accept: 'text/csv' },
    parseAs: 'stream',
    ...within(options),
  });
  return (await answerOf(call)).data as ReadableStream<Uint8Array>;
}

export interface WaitOptions extends CallOptions {
  /** How often to ask. Default 1,000 ms. */
  everyMs?: number | undefined;
  /** Called with each state that is seen. */
  onProgress?: ((seen: Import) => void) | undefined;
}

/** The import when it is done, cancelled or failed. It may take hours: give a `signal` to end the wait. */
export async function waitForImport(
  api: Api,
  id: string,
  { everyMs = 1_000, onProgress, ...options }: WaitOptions = {},
): Promise<Import> {
  for (;;) {
    const seen = await getImport(api, id, options);
    onProgress?.(seen);
    if (['done', 'cancelled', 'failed'].includes(seen.state)) return seen;
    await pause(everyMs, options.signal);
  }
}
