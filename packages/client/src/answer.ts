import { LeadlineError } from './error.ts';
import { secondsToWait } from './retry-after.ts';

interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

export interface Answer<Data> {
  data: Data;
  headers: Headers;
}

/** The data of a call through `api`, or a thrown LeadlineError. */
export async function answerOf<Data>(call: Promise<Result<Data>>): Promise<Answer<Data>> {
  let result: Result<Data>;
  try {
    result = await call;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new LeadlineError({ code: 'unexpected_answer', detail: 'The answer is not valid JSON.', cause });
  }
  const { data, error, response } = result;
  if (!response.ok) throw problemOf(response, error);
  return { data: data as Data, headers: response.headers };
}

interface ProblemDocument {
  code: string;
  title: string;
  detail: string;
  request_id: string;
  errors?: Record<string, string[]>;
}

const isProblem = (error: unknown): error is ProblemDocument =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;

/** The error that `api` answered, as the LeadlineError that the verbs throw. */
export function problemOf(response: Response, error: unknown): LeadlineError {
  const { status, headers } = response;
  const known = {
    status,
    request_id: headers.get('x-request-id'),
    retry_after: secondsToWait(headers),
  };
  if (isProblem(error)) return new LeadlineError({ ...known, ...error });
  return new LeadlineError({ ...known, code: 'unexpected_answer', detail: `Unexpected answer: HTTP ${status}.` });
}
