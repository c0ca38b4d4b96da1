import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAcceptable } from '../http/accept.ts';
import {
  type Caller,
  countAnother,
  createAuthenticate,
  finderOf,
  isLate,
  recognizeAgain,
} from '../http/authenticate.ts';
import { JSON_TYPE, requireMedia } from '../http/body-parser.ts';
import { type MountOptions, performing } from '../http/mount.ts';
import type { CallContext, Operation } from '../http/operation.ts';
import { noteProblem, type Reporting, sendProblem, toProblem } from '../http/problem-handler.ts';
import { serializing } from '../http/serializers.ts';
import { Problem } from '../problems.ts';
import { INVALID_REQUEST, PARSE_ERROR, rpcError } from './json-rpc.ts';
import { openProtocol } from './protocol.ts';
import type { Performed } from './tool.ts';
import { toolsOf } from './tools.ts';

type EndpointOptions<Known extends Caller, Context extends CallContext> = MountOptions<Known, Context> & {
  readonly reporting: Reporting;
};

/** More than any tool takes. The protocol's package looks at each: 45,000 capabilities of a client block it for half a second. */
const MOST_VALUES = 2_000;

/** `POST /mcp`: operations of the API as tools for assistants. */
export async function addMcp<Known extends Caller, Context extends CallContext>(
  app: FastifyInstance,
  options: EndpointOptions<Known, Context>,
  operations: readonly Operation<Context>[],
): Promise<void> {
  const { reporting, urls, limits } = options;
  const { tools, wording } = toolsOf((operationId) => performedOf(options, operations, operationId));
  const serve = await openProtocol(tools);
  // Assistants hold tokens. A browser's session would let any page of the service's origin call tools.
  const byToken = { ...options, recognizeSession: null };
  const authenticate = createAuthenticate(byToken);
  const find = finderOf(byToken);

  app.post('/mcp', {
    config: { mostValues: MOST_VALUES },
    errorHandler: (error, request, reply) => sendError(error, request, reply, reporting),
    onRequest: (request, reply, done) => {
      reply.header('cache-control', 'no-store');
      authenticate(request, reply, (error) => done((error ?? refusalOf(request, urls.publicUrl)) as Error));
    },
    handler: async (request, reply) => {
      if (isLate(reply)) await recognizeAgain(request, find);
      if (request.body === undefined) throw new Problem('malformed_request', { detail: 'The body is empty.' });
      const call = {
        request: request as FastifyRequest & { caller: Caller },
        response: reply.raw,
        countAnother: () => countAnother(limits.calls, request, reply),
      };
      const problemOf = (error: unknown) => {
        const problem = toProblem(error);
        noteProblem(problem, error, request, reporting);
        return problem;
      };
      const answer = await serve(request.body, headersFor(request), call, { wording, problemOf });
      const text = await answer.text();
      reply.code(answer.status);
      return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

function performedOf<Known extends Caller, Context extends CallContext>(
  options: MountOptions<Known, Context>,
  operations: readonly Operation<Context>[],
  operationId: string,
): Performed {
  const operation = operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const plain = operation as unknown as Operation;
  return { operation: plain, perform: performing(options, operation), serialize: serializing(plain) };
}

/** The checks before the body is read. */
function refusalOf(request: FastifyRequest, publicUrl: string): Error | null {
  try {
    requireOwnOrigin(request.headers.origin, publicUrl);
    requireAcceptable(request.headers.accept, JSON_TYPE);
    requireMedia([JSON_TYPE], request);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Against DNS rebinding. Not compared with Host: a page under a rebound name sends that name as both. */
function requireOwnOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin === undefined || (URL.canParse(publicUrl) && origin === new URL(publicUrl).origin)) return;
  throw new Problem('forbidden', { detail: 'This address takes no requests from pages of other sites.' });
}

/** What the protocol reads; it always gets JSON, and may answer with JSON though the caller would take a stream, too. */
function headersFor({ headers }: FastifyRequest): Headers {
  const passed = new Headers({ accept: 'application/json, text/event-stream', 'content-type': JSON_TYPE });
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = headers[name];
    if (typeof value === 'string') passed.set(name, value);
  }
  return passed;
}

/** What is wrong with the message is said in JSON-RPC, all else as everywhere. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, reporting: Reporting): FastifyReply {
  const problem = toProblem(error);
  const isOfMessage = problem.code === 'malformed_request' || problem.code === 'validation_failed';
  if (!isOfMessage) return sendProblem(error, request, reply, reporting);
  noteProblem(problem, error, request, reporting);
  const code = problem.code === 'malformed_request' ? PARSE_ERROR : INVALID_REQUEST;
  const details = Object.entries(problem.errors ?? {}).flatMap(([field, messages]) =>
    messages.map((told) => `${field === 'body' ? 'The body' : field} ${told}`),
  );
  const message = details.length > 0 ? `${details.join('; ')}.` : problem.detail;
  return reply
    .code(400)
    .headers(problem.headers)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(rpcError(code, message)));
}
