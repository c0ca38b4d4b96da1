import { type Import, LeadlineError, problemOf } from '@leadline/client';
import { infiniteQueryOptions, type QueryState, queryOptions } from '@tanstack/react-query';
import { authorization, checkAnswer, leadline } from './client.ts';
import { hasCode } from './problems.ts';
import { queryClient } from './query-client.ts';

export type { Import } from '@leadline/client';

const IMPORTS = ['imports'] as const;
const PAGE = 25;

/** Newest first; each page brings the cursor of the next. */
export const importsQuery = infiniteQueryOptions({
  queryKey: [...IMPORTS, 'list'],
  queryFn: ({ signal, pageParam }) => leadline.imports.list({ size: PAGE }, { signal }).page(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: 0,
  refetchOnWindowFocus: false, // every loaded page would be read again
});

export const isOver = ({ state }: Import): boolean => state === 'done' || state === 'cancelled' || state === 'failed';

/** An import, read again and again until it is over. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS, 'one', id],
    queryFn: ({ signal }) => leadline.imports.get(id, { signal }),
    refetchInterval: ({ state }) => pauseOf(state),
    staleTime: 0,
  });

const OFTEN_MS = 1_000;
const SELDOM_MS = 4_000;
const LONG_MS = 60_000;

/** Long imports are asked for less often, and so is a service that does not answer. False: it will not change any more. */
function pauseOf({ data, error }: QueryState<Import, Error>): number | false {
  if (data !== undefined && isOver(data)) return false;
  if (error !== null) return hasCode(error, 'not_found', 'forbidden', 'unauthenticated') ? false : SELDOM_MS;
  const begun = data?.started_at ?? null;
  return begun !== null && Date.now() - Date.parse(begun) > LONG_MS ? SELDOM_MS : OFTEN_MS;
}

/** What is in stays. */
export async function cancelImport(id: string): Promise<void> {
  await leadline.imports.cancel(id);
  await queryClient.invalidateQueries({ queryKey: IMPORTS });
}

export interface Upload {
  file: File;
  query: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
}

/** The file was changed or taken away after it was chosen. */
export class FileGone extends Error {}

/** Sends a file as it lies on the disk; the page never holds it. */
export async function sendFile(upload: Upload): Promise<Import> {
  try {
    const made = await post(upload);
    queryClient.setQueryData(importQuery(made.public_id).queryKey, made);
    return made;
  } catch (error) {
    // A browser tells only that nothing was sent.
    const isThere = await upload.file
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false);
    throw isThere || upload.signal.aborted ? error : new FileGone();
  } finally {
    void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
  }
}

/** So long nothing may move. */
const STALL_MS = 180_000;

/** By XMLHttpRequest, because `fetch` does not tell how much was sent. */
function post({ file, query, signal, onSent }: Upload): Promise<Import> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/imports?${new URLSearchParams(query)}`);
    const headers = { ...authorization, accept: 'application/json', 'content-type': 'text/csv' };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const stop = () => request.abort();
    const stalled = () => {
      fail('timeout', 'Nothing was sent for a long time.');
      stop();
    };
    let timer = setTimeout(stalled, STALL_MS);
    const fail = (code: string, detail: string) => reject(new LeadlineError({ code, detail }));
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(stalled, STALL_MS);
      onSent(loaded);
    };
    request.onload = () => {
      checkAnswer(request);
      const body = jsonOf(request.responseText);
      if (request.status === 202) resolve((body as { data: Import }).data);
      else reject(problemOf(answerOf(request), body));
    };
    request.onerror = () => fail('network_error', 'The file could not be sent.');
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.send(file);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['x-request-id', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status: request.status, headers });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
