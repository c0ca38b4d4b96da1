import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type FieldErrors, Problem } from '../problems.ts';
import { requireAcceptable } from './accept.ts';
import { JSON_TYPE, requireMedia } from './body-parser.ts';
import { type CallContext, type Operation, type Reply, routeOf } from './operation.ts';
import { requireReadable } from './query-string.ts';
import { Shape } from './schema.ts';
import { queryValidator } from './validate.ts';

type Described = 'id' | 'path' | 'ids' | 'tag' | 'summary' | 'description' | 'scope' | 'body' | 'headers' | 'answers';

interface Definition<Guest> extends Pick<Operation, Described | 'errors'> {
  method: 'POST';
  /** Secrets in the path, with an example of each. */
  secrets?: Readonly<Record<string, string>>;
  /** Media types that the body may have, and its greatest length. */
  media: readonly string[];
  bodyBytes: number;
  /** Lets the caller in, before the body is read: 429, 404, 403. It may set header fields, which errors carry too. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Guest>;
  /** Answers a browser that asks, before it sends, whether a page of another site may send. Without it, none may. */
  preflight?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The body is as it was sent: JSON, or URLSearchParams where it is form-encoded. `faults` are those of the query. */
  handle: (guest: Guest, request: FastifyRequest, faults: FieldErrors) => Promise<Reply>;
}

/** An operation that needs no token. */
export interface PublicOperation extends Definition<never> {
  readonly access: 'public';
  readonly ability: null;
  readonly query: TSchema;
}

export type AnyOperation<Context extends CallContext = CallContext> = Operation<Context> | PublicOperation;

export const isPublic = <Context extends CallContext>(operation: AnyOperation<Context>): operation is PublicOperation =>
  'access' in operation;

export function publicOperation<Guest>(definition: Definition<Guest>): PublicOperation {
  return { access: 'public', ability: null, query: Shape({}), ...definition } as unknown as PublicOperation;
}

/** Puts a public operation on the server. The order of checks: 429, 404, 403, 406, 415, 413, 400, 422. */
export function mountPublicOperation(app: FastifyInstance, operation: PublicOperation): void {
  const { url, schema } = routeOf(operation);
  const guests = new WeakMap<FastifyRequest, never>();
  const checkQuery = queryValidator(operation.query);
  const { preflight } = operation;
  if (preflight !== undefined) {
    app.route({
      method: 'OPTIONS',
      url,
      onRequest: async (_request, reply) => void reply.header('cache-control', 'no-store'),
      handler: async (request, reply) => {
        await preflight(request, reply);
        return reply.code(204).send();
      },
    });
  }
  app.route({
    method: operation.method,
    url,
    bodyLimit: operation.bodyBytes,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      guests.set(request, await operation.admit(request, reply));
      requireAcceptable(request.headers.accept, JSON_TYPE);
      requireMedia(operation.media, request);
    },
    schema,
    handler: async (request, reply) => {
      requireReadable(request.query);
      if (request.body === undefined) {
        throw new Problem('malformed_request', { detail: 'This operation needs a body.' });
      }
      const faults = checkQuery(request.query) ?? {};
      const {
        status = 200,
        headers = {},
        body,
      } = await operation.handle(guests.get(request) as never, request, faults);
      return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
    },
  });
}
