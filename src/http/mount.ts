import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldErrors, invalid, notFound, Problem } from '../problems.ts';
import { isPublicId } from '../public-id.ts';
import type { Services } from '../services.ts';
import { accepts } from './accept.ts';
import { type Authenticate, createAuthenticate, requireAbility } from './authenticate.ts';
import { requireContentType } from './body-parser.ts';
import { BASE_PATH, type Call, type Operation } from './operation.ts';
import { MALFORMED_QUERY } from './query-string.ts';
import { bodyValidator, queryValidator } from './validate.ts';

/** Puts the operations on the server. The order of checks is part of the contract: 401, 429, 403, 406, 415, …, 422, 404. */
export function mountOperations(app: FastifyInstance, services: Services, operations: readonly Operation[]): void {
  const authenticate = createAuthenticate(services);
  for (const operation of operations) {
    const checkInput = inputCheck(operation);
    app.route({
      method: operation.method,
      url: BASE_PATH + operation.path.replace(/\{([a-z_]+)\}/g, ':$1'),
      onRequest: admission(operation, authenticate),
      schema: { response: responseSchemas(operation) },
      handler: async (request, reply) => {
        checkInput(request);
        const call = await prepareCall(operation, services, request);
        const { status, headers, body } = await operation.handle(call as Call<never, never>);
        if (operation.changesSettings) forget(services, call.actor.organizationId);
        reply.code(status ?? 200);
        if (headers !== undefined) reply.headers(headers);
        return body === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
      },
    });
  }
}

/** Drops what this process keeps of an organization, at once; other processes hear of the change. */
function forget(services: Services, organizationId: string): void {
  services.tokens.forget(organizationId);
  services.settings.forget(organizationId);
}

function admission(operation: Operation, authenticate: Authenticate) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    const caller = await authenticate(request, reply);
    requireAbility(caller, operation.ability);
    if (!accepts(request.headers.accept, 'application/json')) throw new Problem('not_acceptable');
    requireContentType(operation, request);
  };
}

/** Everything wrong with query and body, reported at once. */
function inputCheck(operation: Operation) {
  const checkQuery = queryValidator(operation.query);
  const checkBody = operation.body && bodyValidator(operation.body);
  return (request: FastifyRequest): void => {
    if (request.query === MALFORMED_QUERY) {
      throw new Problem('malformed_request', { detail: 'The query is not valid percent-encoded UTF-8.' });
    }
    let errors: FieldErrors | null = checkQuery(request.query);
    if (checkBody !== undefined) {
      if (request.body === undefined) {
        throw new Problem('malformed_request', { detail: 'This operation needs a JSON body.' });
      }
      const faults = checkBody(request.body);
      if (faults !== null) errors = { ...errors, ...faults };
    } else if (request.body !== undefined) {
      errors = { ...errors, body: ['is not taken by this operation'] };
    }
    if (errors !== null) throw invalid(errors);
  };
}

async function prepareCall(operation: Operation, services: Services, request: FastifyRequest) {
  const { caller } = request;
  if (caller === null) throw new Error('an operation was reached without a caller');
  const { actor, settingsVersion } = caller;
  const ids = request.params as Record<string, string>;
  for (const [name, kind] of Object.entries(operation.ids ?? {})) {
    if (!isPublicId(kind, ids[name] ?? '')) throw notFound();
  }
  return {
    sql: services.database,
    services,
    actor,
    author: {
      organizationId: actor.organizationId,
      tokenId: actor.tokenId,
      membershipId: actor.membershipId,
      requestId: request.id,
    },
    settings: await services.settings.get(actor.organizationId, settingsVersion),
    ids,
    query: request.query,
    body: request.body,
    operationId: operation.id,
    path: request.url.split('?', 1)[0] ?? '',
  };
}

function responseSchemas(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.answers).flatMap(([status, { schema }]) =>
      schema === undefined ? [] : [[status, schema]],
    ),
  );
}
