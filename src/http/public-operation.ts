import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type FieldErrors, Problem } from '../problems.ts';
import { accepts } from './accept.ts';
import { requireMedia } from './body-parser.ts';
import { BASE_PATH, type CallContext, type Operation, type Reply } from './operation.ts';
import { MALFORMED_QUERY } from './query-string.ts';
import { Shape } from './schema.ts';
import { queryValidator } from './validate.ts';

/** What the handler of a public operation is given. The body is as it was sent: JSON, or an EncodedForm. */
export interface PublicCall<Guest> {
  readonly guest: Guest;
  readonly body: unknown;
  /** What is wrong with the query, to be reported together with all other faults. */
  readonly faults: FieldErrors;
  readonly request: FastifyRequest;
}

interface Definition<Guest> {
  id: string;
  method: 'POST';
  /** Below /api/v1, with `{name}` for each public id. */
  path: `/${string}`;
  ids: NonNullable<Operation['ids']>;
  tag: string;
  summary: string;
  description?: string;
  scope: Operation['scope'];
  body: TSchema;
  /** Header fields that it heeds, with what they do. */
  headers?: NonNullable<Operation['headers']>;
  /** Media types that the body may have, and its greatest length. */
  media: readonly string[];
  bodyBytes: number;
  answers: Operation['answers'];
  errors: NonNullable<Operation['errors']>;
  /** Lets the caller in, before the body is read: 429, 404, 403. It may set header fields, which errors carry too. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Guest>;
  /** Answers a browser that asks, before it sends, whether a page of another site may send. */
  preflight: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  handle: (call: PublicCall<Guest>) => Promise<Reply>;
}

/** An operation that needs no token: whoever knows the address may call it. */
export interface PublicOperation extends Definition<never> {
  readonly access: 'public';
  readonly ability: null;
  readonly query: TSchema;
}

export type AnyOperation<Context extends CallContext = never> = Operation<Context> | PublicOperation;

export const isPublic = <Context extends CallContext>(operation: AnyOperation<Context>): operation is PublicOperation =>
  'access' in operation;

export function publicOperation<Guest>(definition: Definition<Guest>): PublicOperation {
  return { access: 'public', ability: null, query: Shape({}), ...definition } as unknown as PublicOperation;
}

/** Puts a public operation on the server. The order of checks: 429, 404, 403, 406, 415, 413, 400, 422. */
export function mountPublicOperation(app: FastifyInstance, operation: PublicOperation): void {
  const url = BASE_PATH + operation.path.replace(/\{([a-z_]+)\}/g, ':$1');
  const guests = new WeakMap<FastifyRequest, never>();
  const checkQuery = queryValidator(operation.query);
  app.route({
    method: 'OPTIONS',
    url,
    onRequest: async (_request, reply) => void reply.header('cache-control', 'no-store'),
    handler: async (request, reply) => {
      await operation.preflight(request, reply);
      return reply.code(204).send();
    },
  });
  app.route({
    method: operation.method,
    url,
    bodyLimit: operation.bodyBytes,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      guests.set(request, await operation.admit(request, reply));
      if (!accepts(request.headers.accept, 'application/json')) throw new Problem('not_acceptable');
      requireMedia(operation.media, request);
    },
    schema: {
      response: Object.fromEntries(
        Object.entries(operation.answers).map(([status, { schema }]) => [status, schema]),
      ) as Record<string, unknown>,
    },
    handler: async (request, reply) => {
      if (request.query === MALFORMED_QUERY) {
        throw new Problem('malformed_request', { detail: 'The query is not valid percent-encoded UTF-8.' });
      }
      if (request.body === undefined)
        throw new Problem('malformed_request', { detail: 'This operation needs a body.' });
      const call = {
        guest: guests.get(request) as never,
        body: request.body,
        faults: checkQuery(request.query) ?? {},
        request,
      };
      const { status = 200, headers = {}, body } = await operation.handle(call);
      return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
    },
  });
}
