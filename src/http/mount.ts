import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Database } from '../db/sql.ts';
import { type FieldErrors, invalid, notFound, Problem } from '../problems.ts';
import { type IdKind, isPublicId } from '../public-id.ts';
import { CSV_TYPE, requireAcceptable } from './accept.ts';
import { pathOf } from './address.ts';
import {
  type Authenticate,
  type Authentication,
  bearerToken,
  type Caller,
  createAuthenticate,
  requireAbility,
} from './authenticate.ts';
import { bodyTypes, hasBody, JSON_TYPE, requireMedia } from './body-parser.ts';
import { answerOnce, fingerprintOf, IDEMPOTENCY_HEADER, type KeyedRequest, readIdempotencyKey } from './idempotency.ts';
import { endBody } from './large-bodies.ts';
import { type CallContext, type Operation, routeOf } from './operation.ts';
import { cursorFault } from './pagination.ts';
import { type AnyOperation, isPublic, mountPublicOperation } from './public-operation.ts';
import { requireReadable } from './query-string.ts';
import { isRecord } from './record.ts';
import { bodyValidator, queryValidator } from './validate.ts';

export interface MountOptions<Known extends Caller, Context extends CallContext> extends Authentication<Known> {
  readonly database: Database;
  readonly cursorKey: Buffer;
  /** Synchronous where it is known. */
  contextOf(caller: Known, request: FastifyRequest): Context | Promise<Context>;
  /** Called after an operation that changes settings. */
  settingsChanged(organizationId: string): void;
}

/** The order of checks is part of the contract: 401, 429, 403, 406, 415, …, 422, 404. */
export function mountOperations<Known extends Caller, Context extends CallContext>(
  app: FastifyInstance,
  options: MountOptions<Known, Context>,
  operations: readonly AnyOperation<Context>[],
): void {
  const { database, cursorKey } = options;
  const authenticate = createAuthenticate(options);
  for (const operation of operations) {
    if (isPublic(operation)) {
      mountPublicOperation(app, operation);
      continue;
    }
    const checkInput = inputCheck(operation);
    app.route({
      method: operation.method,
      ...routeOf(operation),
      onRequest: admission(operation, authenticate),
      handler: async (request, reply) => {
        requireFurtherAbilities(operation, request);
        const keyed = readKeyedRequest(operation, request);
        const held = options.contextOf(callerOf(request) as Known, request);
        const context = held instanceof Promise ? await held : held;
        const faults = checkInput(request, context);
        endBody(request);
        requireSoundIds(operation, request);
        const run = async (sql: Database) => {
          if (isNotEmpty(faults)) throw invalid(faults);
          return operation.handle(callOf(operation, request, reply, context, sql, cursorKey));
        };
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

function admission(operation: Operation, authenticate: Authenticate) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    reply.header('cache-control', 'no-store');
    authenticate(request, reply, (error) => done(error ?? refusalOf(operation, request) ?? undefined));
  };
}

/** The checks before the body is read. */
function refusalOf(operation: Operation, request: FastifyRequest): Error | null {
  try {
    requireAbility(callerOf(request), operation.ability);
    requireAcceptable(request.headers.accept, JSON_TYPE, ...(operation.csv ? [CSV_TYPE] : []));
    requireMedia(bodyTypes(operation), request);
    return null;
  } catch (error) {
    return error as Error;
  }
}

function requireFurtherAbilities(operation: Operation, request: FastifyRequest): void {
  const needed = isRecord(request.body) ? (operation.alsoNeeds?.(request.body) ?? []) : [];
  for (const ability of needed) requireAbility(callerOf(request), ability);
}

/** Throws faults of the input, and returns faults by settings: an Idempotency-Key may replay an earlier answer. */
function inputCheck<Context extends CallContext>(operation: Operation<Context>) {
  const checkQueryShape = queryValidator(operation.query);
  const checkBody = operation.body && bodyValidator(operation.body);
  const furtherFaults = (request: FastifyRequest, { settings, actor }: Context, found: FieldErrors): FieldErrors => ({
    ...(isRecord(request.body) && operation.checkReferences?.(request.body, settings, actor)),
    ...operation.checkQuery?.(soundPart(request.query, operation.query, found), settings, found),
    ...cursorFault(request.query),
  });
  return (request: FastifyRequest, context: Context): FieldErrors => {
    requireReadable(request.query);
    if (checkBody !== undefined && request.body === undefined) {
      throw new Problem('malformed_request', { detail: 'This operation needs a JSON body.' });
    }
    const refused = checkBody === undefined && hasBody(request) ? { body: ['is not taken by this operation'] } : null;
    const faults = { ...checkQueryShape(request.query), ...refused, ...checkBody?.(request.body) };
    const ownFaults = isRecord(request.body) ? (operation.check?.(request.body, context.settings) ?? {}) : {};
    const [isRefused, isDoubted] = [isNotEmpty(faults), isNotEmpty(ownFaults)];
    if (!isRefused && !isDoubted) return ownFaults;
    // Faults that the schema finds take precedence: the checks may only have met what the schema refused.
    const all = { ...furtherFaults(request, context, faults), ...ownFaults, ...faults };
    if (isRefused) throw invalid(all);
    return all;
  };
}

function isNotEmpty(errors: FieldErrors): boolean {
  for (const _ in errors) return true;
  return false;
}

/** The known parameters without faults so far. */
function soundPart(given: unknown, { properties = {} }: TSchema & { properties?: object }, faults: FieldErrors) {
  const isSound = ([name]: [string, unknown]) => Object.hasOwn(properties, name) && !Object.hasOwn(faults, name);
  return Object.fromEntries(Object.entries(given as object).filter(isSound));
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('an operation was reached without a caller');
  return caller;
}

/** Read before the body is normalized. */
function readKeyedRequest({ method }: Operation, request: FastifyRequest): KeyedRequest | null {
  const key = method === 'POST' ? readIdempotencyKey(request.headers[IDEMPOTENCY_HEADER]) : undefined;
  if (key === undefined) return null;
  const { organizationId, tokenId } = callerOf(request).actor;
  const tokenText = bearerToken(request.headers.authorization) ?? '';
  const fingerprint = fingerprintOf(method, pathOf(request.url), request.body);
  return { organizationId, tokenId, tokenText, key, fingerprint };
}

function requireSoundIds({ ids }: Operation, request: FastifyRequest): void {
  if (ids === undefined) return;
  const given = request.params as Record<string, string>;
  for (const name in ids) if (!isPublicId(ids[name] as IdKind, given[name] ?? '')) throw notFound();
}

/** One object literal: copying a call twice showed in profiles as 3 % of a create. */
const callOf = <Context extends CallContext>(
  { id: operationId }: Operation,
  { params, query, body, headers, url }: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  sql: Database,
  cursorKey: Buffer,
) => ({
  ...context,
  sql,
  cursorKey,
  ids: params as Record<string, string>,
  query,
  body,
  headers,
  operationId,
  url,
  hangUp: () => hangUpOf(reply.raw),
});

function hangUpOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}
