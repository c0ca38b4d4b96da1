import { type Api, answerOf, createApi, LeadlineError } from '@leadline/client';
import { readClientConfig } from '../config.ts';
import { UsageError } from './command.ts';

/** The service refused or could not be reached; the message is for a person. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The problem's code, where the service refused. */
  readonly code: string | undefined;
  /** What is wrong with which field or parameter. */
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(message: string, { code, errors = {} }: Pick<Refusal, 'code' | 'errors'> = {}) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

const PATIENCE_MS = 30_000;

/** Which service to call, and with which token. */
export function caller(): { url: string; token: string } {
  const { url, token } = readClientConfig();
  if (token === null) throw new UsageError('Set LEADLINE_TOKEN to the token to call with (ldl_…).');
  return { url, token };
}

/** Calls the API at LEADLINE_URL with LEADLINE_TOKEN, as any other client does. */
export async function ask<T>(work: (api: Api) => Promise<T>, timeoutMs = PATIENCE_MS): Promise<T> {
  const { url, token } = caller();
  const api = createApi({ baseUrl: url, token, timeoutMs, retry: { attempts: 3, totalMs: timeoutMs } });
  return work(api).catch((error: unknown) => {
    if (!(error instanceof LeadlineError)) throw error;
    if (error.code === 'unexpected_answer') throw new ApiError(explain(error.status, {}));
    if (error.status !== 0) throw new ApiError(explain(error.status, error), error);
    throw new ApiError(`No service answers at ${url} (${reasonOf(error)}); set LEADLINE_URL to its address.`);
  });
}

function reasonOf({ code, cause }: LeadlineError): string {
  const { cause: origin, message } = cause as Error & { cause?: { code?: string } };
  return code === 'timeout' ? code : (origin?.code ?? message);
}

interface Refusal {
  title?: string;
  detail?: string;
  code?: string;
  errors?: Readonly<Record<string, string[]>> | undefined;
}

export function explain(status: number, { detail, title, code, errors }: Refusal): string {
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => `  ${field} ${messages.join(', ')}`);
  return [`${detail ?? title ?? 'The answer does not come from Leadline.'} (${code ?? status})`, ...fields].join('\n');
}

/** An answer as it comes. `path` is below /api/v1; the types know no path with its query in it. */
export const readStream = (path: string, accept: string, timeoutMs: number): Promise<ReadableStream<Uint8Array>> =>
  ask(async (api) => {
    const call = api.GET(`/api/v1${path}` as '/api/v1/leads', { headers: { accept }, parseAs: 'stream' });
    return (await answerOf(call)).data as ReadableStream<Uint8Array>;
  }, timeoutMs);

/** Reads what `path`, below /api/v1 or with it, answers. */
export const readApi = <T>(path: string): Promise<T> =>
  ask(async (api) => {
    const address = path.startsWith('/api/') ? path : `/api/v1${path}`;
    return (await answerOf(api.GET(address as '/api/v1/leads'))).data as T;
  });

interface Page<T> {
  data: T[];
  links: { next: string | null };
}

/** The records of a list from `path` on: of its first page, or of all. */
export async function readPages<T>(path: string, isAll: boolean): Promise<{ records: T[]; next: string | null }> {
  const records: T[] = [];
  let next: string | null = path;
  do {
    const page: Page<T> = await readApi<Page<T>>(next);
    records.push(...page.data);
    next = page.links.next;
  } while (isAll && next !== null);
  return { records, next };
}

export const listFromApi = async <T>(collection: string): Promise<T[]> =>
  (await readPages<T>(`/${collection}?page%5Bsize%5D=200`, true)).records;
