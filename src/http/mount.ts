import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Database } from '../db/sql.ts';
import { type FieldErrors, invalid, notFound, Problem } from '../problems.ts';
import { isPublicId } from '../public-id.ts';
import { accepts, CSV_TYPE } from './accept.ts';
import { pathOf } from './address.ts';
import {
  type Authenticate,
  type Authentication,
  bearerToken,
  type Caller,
  createAuthenticate,
  requireAbility,
} from './authenticate.ts';
import { hasBody, requireContentType } from './body-parser.ts';
import { answerOnce, fingerprintOf, IDEMPOTENCY_HEADER, type KeyedRequest, readIdempotencyKey } from './idempotency.ts';
import { endBody } from './large-bodies.ts';
import { BASE_PATH, type CallContext, type HttpCall, type Operation } from './operation.ts';
import { cursorFault } from './pagination.ts';
import { type AnyOperation, isPublic, mountPublicOperation } from './public-operation.ts';
import { MALFORMED_QUERY } from './query-string.ts';
import { isRecord } from './record.ts';
import { refuseOtherMethods } from './unmatched.ts';
import { bodyValidator, queryValidator } from './validate.ts';

/** What the operations of an application are called with. */
export interface MountOptions<Known extends Caller, Context extends CallContext> extends Authentication<Known> {
  readonly database: Database;
  readonly cursorKey: Buffer;
  /** At once, where it is known. */
  contextOf(caller: Known, request: FastifyRequest): Context | Promise<Context>;
  /** Called after an operation that changes settings. */
  settingsChanged(organizationId: string): void;
}

/** Puts the operations on the server. The order of checks is part of the contract: 401, 429, 403, 406, 415, …, 422, 404. */
export function mountOperations<Known extends Caller, Context extends CallContext>(
  app: FastifyInstance,
  options: MountOptions<Known, Context>,
  operations: readonly AnyOperation<Context>[],
): void {
  const { database, cursorKey } = options;
  const authenticate = createAuthenticate(options);
  refuseStrayMethods(app, operations);
  for (const operation of operations) {
    if (isPublic(operation)) {
      mountPublicOperation(app, operation);
      continue;
    }
    const checkInput = inputCheck(operation);
    app.route({
      method: operation.method,
      url: BASE_PATH + operation.path.replace(/\{([a-z_]+)\}/g, ':$1'),
      onRequest: admission(operation, authenticate),
      schema: { response: responseSchemas(operation) },
      handler: async (request, reply) => {
        requireFurtherAbilities(operation, request);
        const keyed = readKeyedRequest(operation, request);
        // Authentication has set the caller to one that it recognized.
        const held = options.contextOf(callerOf(request) as Known, request);
        const context = held instanceof Promise ? await held : held;
        const faults = checkInput(request, context);
        endBody(request);
        const call = { ...readCall(operation, request, reply), ...context, cursorKey };
        const run = async (sql: Database) => {
          if (isNotEmpty(faults)) throw invalid(faults);
          return operation.handle({ ...call, sql } as HttpCall<never, never> & Context);
        };
        // A POST with an Idempotency-Key is run at most once.
        const once = keyed !== null && !operation.writesNothing;
        const { status, headers, body } = await (once ? answerOnce(database, keyed, run) : run(database));
        if (operation.changesSettings) options.settingsChanged(context.actor.organizationId);
        reply.code(status ?? 200);
        if (headers !== undefined) reply.headers(headers);
        if (body === undefined) return reply.send();
        return reply.type(headers?.['content-type'] ?? 'application/json; charset=utf-8').send(body);
      },
    });
  }
}

/** Of addresses that are also an id's in another operation (`…/simulate` beside `…/{public_id}`). */
function refuseStrayMethods(app: FastifyInstance, operations: readonly AnyOperation[]): void {
  const patterns = operations
    .filter(({ path }) => path.includes('{'))
    .map(({ path }) => new RegExp(`^${path.replace(/\{[a-z_]+\}/g, '[^/]+')}$`));
  for (const { path } of operations) {
    if (path.includes('{') || !patterns.some((pattern) => pattern.test(path))) continue;
    const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
    refuseOtherMethods(app, BASE_PATH + path, methods);
  }
}

/** Ends by `done`: most requests are let in without anything being waited for. */
function admission(operation: Operation, authenticate: Authenticate) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    reply.header('cache-control', 'no-store');
    authenticate(request, reply, (error) => done(error ?? refusalOf(operation, request) ?? undefined));
  };
}

/** What a recognized caller may still be refused for before its body is read. */
function refusalOf(operation: Operation, request: FastifyRequest): Error | null {
  try {
    requireAbility(callerOf(request), operation.ability);
    requireAcceptable(operation, request.headers.accept);
    requireContentType(operation, request);
    return null;
  } catch (error) {
    return error as Error;
  }
}

function requireAcceptable({ csv }: Operation, header: string | undefined): void {
  if (accepts(header, 'application/json') || (csv && accepts(header, CSV_TYPE))) return;
  throw new Problem('not_acceptable', csv ? { detail: 'This address answers with application/json or text/csv.' } : {});
}

function requireFurtherAbilities({ alsoNeeds }: Operation, request: FastifyRequest): void {
  const { body } = request;
  const needed = isRecord(body) ? (alsoNeeds?.(body) ?? []) : [];
  for (const ability of needed) requireAbility(callerOf(request), ability);
}

/**
 * Everything wrong with query and body, reported at once. What is wrong only by the organization's settings is answered:
 * an Idempotency-Key may bring back an answer from before they changed.
 */
function inputCheck<Context extends CallContext>({
  query,
  body,
  check,
  checkReferences,
  checkQuery,
}: Operation<Context>) {
  const checkQueryShape = queryValidator(query);
  const checkBody = body && bodyValidator(body);
  const furtherFaults = (request: FastifyRequest, { settings, actor }: Context, found: FieldErrors): FieldErrors => ({
    ...(isRecord(request.body) && checkReferences?.(request.body as never, settings, actor)),
    ...checkQuery?.(soundPart(request.query, query, found) as never, settings, found),
    ...cursorFault(request.query),
  });
  return (request: FastifyRequest, context: Context): FieldErrors => {
    if (request.query === MALFORMED_QUERY) {
      throw new Problem('malformed_request', { detail: 'The query is not valid percent-encoded UTF-8.' });
    }
    if (checkBody !== undefined && request.body === undefined) {
      throw new Problem('malformed_request', { detail: 'This operation needs a JSON body.' });
    }
    const refused = checkBody === undefined && hasBody(request) ? { body: ['is not taken by this operation'] } : null;
    const faults = { ...checkQueryShape(request.query), ...refused, ...checkBody?.(request.body) };
    const ownFaults = isRecord(request.body) ? (check?.(request.body as never, context.settings) ?? {}) : {};
    const [isRefused, isDoubted] = [isNotEmpty(faults), isNotEmpty(ownFaults)];
    if (!isRefused && !isDoubted) return ownFaults;
    // What the schema says of a field comes first; the checks may only have met what the schema refused.
    const all = { ...furtherFaults(request, context, faults), ...ownFaults, ...faults };
    if (isRefused) throw invalid(all);
    return all;
  };
}

function isNotEmpty(errors: FieldErrors): boolean {
  for (const _ in errors) return true;
  return false;
}

/** The parameters that are known and have nothing wrong so far. */
function soundPart(given: unknown, { properties = {} }: TSchema & { properties?: object }, faults: FieldErrors) {
  const isSound = ([name]: [string, unknown]) => Object.hasOwn(properties, name) && !Object.hasOwn(faults, name);
  return Object.fromEntries(Object.entries(given as object).filter(isSound));
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('an operation was reached without a caller');
  return caller;
}

/** The request, if it is a POST that its caller may send again; taken down before anything of it is put right. */
function readKeyedRequest({ method }: Operation, request: FastifyRequest): KeyedRequest | null {
  const key = method === 'POST' ? readIdempotencyKey(request.headers[IDEMPOTENCY_HEADER]) : undefined;
  if (key === undefined) return null;
  const { organizationId, tokenId } = callerOf(request).actor;
  const tokenText = bearerToken(request.headers.authorization) ?? '';
  return {
    organizationId,
    tokenId,
    tokenText,
    key,
    fingerprint: fingerprintOf(method, pathOf(request.url), request.body),
  };
}

function readCall(operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  const ids = request.params as Record<string, string>;
  for (const [name, kind] of Object.entries(operation.ids ?? {})) {
    if (!isPublicId(kind, ids[name] ?? '')) throw notFound();
  }
  return {
    ids,
    query: request.query,
    body: request.body,
    headers: request.headers,
    operationId: operation.id,
    path: pathOf(request.url),
    hangUp: () => hangUpOf(reply.raw),
  };
}

/** Made only where it is asked for: few operations take long enough to need it. */
function hangUpOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

function responseSchemas(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.answers).flatMap(([status, { schema }]) =>
      schema === undefined ? [] : [[status, schema]],
    ),
  );
}
