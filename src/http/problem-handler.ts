import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { DatabaseUnavailable, sqlState } from '../db/sql.ts';
import type { Metrics } from '../metrics.ts';
import { catalogue, Problem, type ProblemCode, problemCodes, problemDocument, unavailable } from '../problems.ts';

export interface Reporting {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'observe' | 'problems'>;
  readonly urls: { readonly docsUrl: string };
}

/** Every error is answered as a problem document; what is not meant for the caller becomes `internal_error`. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  reporting: Reporting,
): FastifyReply {
  const problem = toProblem(error);
  noteProblem(problem, error, request, reporting);
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemDocument(problem, reporting.urls.docsUrl, request.id));
}

/** Counts a problem, and logs the cause unless it is the caller's. */
export function noteProblem(problem: Problem, cause: unknown, request: FastifyRequest, reporting: Reporting): void {
  reporting.metrics.problems.inc({ code: problem.code });
  if (problem.status < 500) return;
  const level = problem.status === 500 ? 'error' : 'warn';
  const { stack, ...described } = describeCause(cause);
  const frames = problem.status === 500 && stack !== undefined ? { stack } : {};
  reporting.log[level]({ request_id: request.id, ...request.span?.ids, ...described, ...frames }, problem.code);
}

const codeOfStatus = new Map<number, ProblemCode>(problemCodes.map((code) => [catalogue[code].status, code]));

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error.detail, error);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(status >= 400 && status < 500)) return new Problem('internal_error', { cause: error });
  return new Problem(codeOfStatus.get(status) ?? 'malformed_request', { cause: error }); // the framework's own refusal
}

const isFrame = (line: string) => /^\s+at /.test(line);

/** Messages of the database can quote a caller's values: only their code is logged. */
function describeCause(error: unknown): { cause: string; kind?: string; stack?: string | undefined } {
  const chain = error instanceof Problem || error instanceof DatabaseUnavailable ? (error.cause ?? error) : error;
  if (!(chain instanceof Error)) return { cause: 'unknown' };
  // The stack begins with the message, whose lines may look like frames.
  const frames = chain.stack
    ?.slice(chain.stack.indexOf(chain.message) + chain.message.length)
    .split('\n')
    .filter(isFrame);
  const state = sqlState(chain);
  return {
    cause: state === undefined ? chain.message : `SQLSTATE ${state}`,
    kind: chain.name,
    stack: frames?.join('\n'),
  };
}
