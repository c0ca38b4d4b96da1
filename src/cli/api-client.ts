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
  }).catch((error: Error) => {
    throw new ApiError(`No service answers at ${url} (${describe(error)}); set LEADLINE_URL to its address.`);
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(explain(response.status, answer as ProblemBody), (answer as ProblemBody).code);
  return answer as T;
}

function describe(error: Error): string {
  const cause = error.cause as { code?: string } | undefined;
  return cause?.code ?? error.message;
}

function explain(status: number, { detail, title, code, errors }: ProblemBody): string {
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => `  ${field} ${messages.join(', ')}`);
  return [`${detail ?? title ?? 'The service refused.'} (${code ?? status})`, ...fields].join('\n');
}
