import { readClientConfig } from '../config.ts';
import type { FieldErrors } from '../problems.ts';
import { UsageError } from './command.ts';

/** The service refused or could not be reached; the message is for a person. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The problem's code, where the service refused. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

interface ProblemBody {
  title?: string;
  detail?: string;
  code?: string;
  errors?: FieldErrors;
}

const TIMEOUT_MS = 30_000;

/** Calls the API at LEADLINE_URL with LEADLINE_TOKEN, as any other client does. `path` is below /api/v1. */
export async function callApi<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const { url, token } = readClientConfig();
  if (token === null) throw new UsageError('Set LEADLINE_TOKEN to the token to call with (ldl_…).');
  const response = await fetch(path.startsWith('/api/') ? url + path : `${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const reason = error.cause?.code ?? error.message;
    throw new ApiError(`No service answers at ${url} (${reason}); set LEADLINE_URL to its address.`);
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(explain(response.status, answer as ProblemBody), (answer as ProblemBody).code);
  return answer as T;
}

function explain(status: number, { detail, title, code, errors }: ProblemBody): string {
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => `  ${field} ${messages.join(', ')}`);
  return [`${detail ?? title ?? 'The service refused.'} (${code ?? status})`, ...fields].join('\n');
}

interface Page<T> {
  data: T[];
  links: { next: string | null };
}

/** The records of a list from `path` on: of its first page, or of all. */
export async function readPages<T>(path: string, isAll: boolean): Promise<{ records: T[]; next: string | null }> {
  const records: T[] = [];
  let next: string | null = path;
  do {
    const page: Page<T> = await callApi<Page<T>>('GET', next);
    records.push(...page.data);
    next = page.links.next;
  } while (isAll && next !== null);
  return { records, next };
}

export const listFromApi = async <T>(collection: string): Promise<T[]> =>
  (await readPages<T>(`/${collection}?page%5Bsize%5D=200`, true)).records;
