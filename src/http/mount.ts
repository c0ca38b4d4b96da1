import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/sql.ts';
import { areFull } from '../fault-list.ts';
import { type FieldErrors, invalid, notFound, Problem } from '../problems.ts';
import { type IdKind, isPublicId } from '../public-id.ts';
import { CSV_TYPE, preferredAmong, requireAcceptable } from './accept.ts';
import { pathOf } from './address.ts';
import {
  type Authenticate,
  type Authentication,
  type Caller,
  createAuthenticate,
  finderOf,
  isLate,
  recognizeAgain,
  requireAbility,
  requireRole,
} from './authenticate.ts';
import { bodyTypes, hasBody, JSON_TYPE, requireMedia } from './body-parser.ts';
import { credentialOf } from './credentials.ts';
import { answerOnce, fingerprintOf, IDEMPOTENCY_HEADER, type KeyedRequest, readIdempotencyKey } from './idempotency.ts';
import { endBody } from './large-bodies.ts';
import { type CallContext, type HttpCall, type Operation, type Reply, routeOf } from './operation.ts';
import { cursorFault } from './pagination.ts';
import { type AnyOperation, isPublic, mountPublicOperation } from './public-operation.ts';
import { requireReadable } from './query-string.ts';
import { isRecord } from './record.ts';
import { hangUpOf, type RequestLoad, stepAside } from './request-load.ts';
import { requireUploadSize, withUpload } from './uploads.ts';
import { bodyValidator, knownParameters, queryValidator } from './validate.ts';

/** What an operation is asked with: an HTTP request, or the call of a tool. */
export interface OperationRequest
  extends Pick<
    FastifyRequest,
    'id' | 'address' | 'caller' | 'method' | 'url' | 'headers' | 'params' | 'query' | 'body' | 'releaseBody' | 'share'
  > {
  /** Faults that are known already, to be reported together with all others. */
  readonly faults?: FieldErrors;
}

export interface MountOptions<Known extends Caller, Context extends CallContext> extends Authentication<Known> {
  readonly database: Database;
  readonly cursorKey: Buffer;
  /** Synchronous where it is known. */
  contextOf(caller: Known, request: Pick<OperationRequest, 'id' | 'address'>): Context | Promise<Context>;
  /** Called after an operation that changes settings. */
  settingsChanged(organizationId: string): void;
}

/** The order of checks is part of the contract: 401, 429, 403, 406, 415, …, 422, 404. */
export function mountOperations<Known extends Caller, Context extends CallContext>(
  app: FastifyInstance,
  options: MountOptions<Known, Context>,
  operations: readonly AnyOperation<Context>[],
): void {
  const authenticate = createAuthenticate(options);
  const find = finderOf(options);
  for (const operation of operations) {
    if (isPublic(operation)) {
      mountPublicOperation(app, operation);
      continue;
    }
    const perform = performing(options, operation);
    const requireStillAllowed = async (request: FastifyRequest) => {
      await recognizeAgain(request, find);
      const refusal = refusalOf(operation, request);
      if (refusal !== null) throw refusal;
    };
    app.route({
      method: operation.method,
      ...routeOf(operation),
      onRequest: admission(operation, authenticate),
      handler: async (request, reply) => {
        if (isLate(reply)) await requireStillAllowed(request);
        const upload = operation.upload && {
          run: (work: () => Promise<Reply>) => withUpload(request, reply, work),
          requireStillAllowed: () => requireStillAllowed(request),
        };
        const { status, headers, body } = await perform(request, reply.raw, upload);
        reply.code(status ?? 200);
        if (headers !== undefined) reply.headers(headers);
        if (body === undefined) return reply.send();
        return reply.type(headers?.['content-type'] ?? 'application/json; charset=utf-8').send(body);
      },
    });
  }
}

/** Runs a handler that reads the body itself. */
interface Upload {
  run(work: () => Promise<Reply>): Promise<Reply>;
  requireStillAllowed(): Promise<void>;
}

export type Perform = (request: OperationRequest, response: ServerResponse, upload?: Upload) => Promise<Reply>;

/** What follows once the caller is known and holds the operation's ability: all other checks, then the handler. */
export function performing<Known extends Caller, Context extends CallContext>(
  options: MountOptions<Known, Context>,
  operation: Operation<Context>,
): Perform {
  const { database, cursorKey, load } = options;
  const checkInput = inputCheck(operation);
  return async (request, response, upload) => {
    requireFurtherAbilities(operation, request);
    const keyed = readKeyedRequest(operation, request);
    const held = options.contextOf(callerOf(request) as Known, request);
    const context = held instanceof Promise ? await held : held;
    const faults = checkInput(request, context);
    endBody(request);
    requireSoundIds(operation, request);
    const other = otherTypeOf(operation, request);
    const run = async (sql: Database) => {
      if (isNotEmpty(faults)) throw invalid(faults);
      const call = callOf(operation, request, response, context, sql, cursorKey, load);
      if (upload !== undefined) {
        call.requireStillAllowed = upload.requireStillAllowed;
        return upload.run(() => operation.handle(call));
      }
      return other === null ? operation.handle(call) : answerIn(operation, call, other);
    };
    const once = keyed !== null && !operation.writesNothing;
    const reply = await (once ? answerOnce(database, keyed, run) : run(database));
    if (operation.changesSettings) options.settingsChanged(context.actor.organizationId);
    return reply;
  };
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
    const isOther = otherTypeOf(operation, request) !== null;
    requireAbility(callerOf(request), (isOther ? operation.otherForm : operation)?.ability ?? null);
    requireRole(callerOf(request), operation.role);
    operation.requireCaller?.(callerOf(request).actor);
    requireAcceptable(request.headers.accept, ...answerTypes(operation));
    requireMedia(bodyTypes(operation), request);
    if (operation.upload !== undefined) requireUploadSize(operation.upload.bytes, request);
    return null;
  } catch (error) {
    return error as Error;
  }
}

const otherTypes = ({ otherForm }: Pick<Operation, 'otherForm'>): string[] => Object.keys(otherForm?.types ?? {});

const answerTypes = (operation: Operation): string[] => {
  const { media } = operation.answers[200] ?? {};
  if (media !== undefined) return [media];
  return [JSON_TYPE, ...(operation.csv ? [CSV_TYPE] : otherTypes(operation))];
};

/** The media type of the operation's other form that the caller prefers to JSON; null: JSON. */
const otherTypeOf = (operation: Pick<Operation, 'otherForm'>, { headers }: OperationRequest): string | null =>
  operation.otherForm === undefined ? null : preferredAmong(headers.accept, otherTypes(operation));

function answerIn<Context extends CallContext>(
  { otherForm }: Operation<Context>,
  call: HttpCall<unknown, unknown> & Context,
  mediaType: string,
): Promise<Reply> {
  if (otherForm === undefined) throw new Error('an operation was asked for a form that it does not have');
  return otherForm.handle(call, mediaType);
}

function requireFurtherAbilities(operation: Operation, request: OperationRequest): void {
  const body = isRecord(request.body) ? request.body : undefined;
  const needed = body === undefined ? [] : (operation.alsoNeeds?.(body) ?? []);
  for (const ability of needed) requireAbility(callerOf(request), ability);
  operation.requireCaller?.(callerOf(request).actor, body);
}

/** Throws faults of the input, and returns faults by settings: an Idempotency-Key may replay an earlier answer. */
function inputCheck<Context extends CallContext>(operation: Operation<Context>) {
  const checkQueryShape = queryValidator(operation.query);
  const isKnown = knownParameters(operation.query);
  const checkBody = operation.body && bodyValidator(operation.body);
  const furtherFaults = (request: OperationRequest, { settings, actor }: Context, found: FieldErrors): FieldErrors => ({
    ...(isRecord(request.body) && operation.checkReferences?.(request.body, settings, actor)),
    ...operation.checkQuery?.(soundPart(request.query, isKnown, found), settings, found),
    ...cursorFault(request.query, operation.startWords),
  });
  return (request: OperationRequest, context: Context): FieldErrors => {
    // No more faults are told, so a body with thousands is not judged as well.
    if (request.faults !== undefined && areFull(request.faults)) throw invalid(request.faults);
    requireReadable(request.query);
    const isUpload = operation.upload !== undefined;
    if ((checkBody !== undefined || isUpload) && request.body === undefined) {
      throw new Problem('malformed_request', { detail: `This operation needs a ${isUpload ? 'CSV' : 'JSON'} body.` });
    }
    const refused = checkBody === undefined && !isUpload && hasBody(request) ? unwantedBody(request.body) : null;
    const inForm = otherTypeOf(operation, request) !== null && operation.otherForm?.checkQuery?.(Object(request.query));
    const shape = { ...checkQueryShape(request.query), ...inForm, ...refused, ...checkBody?.(request.body) };
    const faults = request.faults === undefined ? shape : { ...shape, ...request.faults };
    const ownFaults = isRecord(request.body) ? (operation.check?.(request.body, context.settings) ?? {}) : {};
    const [isRefused, isDoubted] = [isNotEmpty(faults), isNotEmpty(ownFaults)];
    if (!isRefused && !isDoubted) return ownFaults;
    // Faults that the schema finds take precedence: the checks may only have met what the schema refused.
    const all = { ...furtherFaults(request, context, faults), ...ownFaults, ...faults };
    if (isRefused) throw invalid(all);
    return all;
  };
}

const checkNoFields = bodyValidator({ type: 'object', properties: {}, additionalProperties: false });

/** Of an operation without a body. Some HTTP clients always send an empty object. */
const unwantedBody = (body: unknown): FieldErrors | null =>
  isRecord(body) ? checkNoFields(body) : { body: ['is not taken by this operation'] };

function isNotEmpty(errors: FieldErrors): boolean {
  for (const _ in errors) return true;
  return false;
}

/** The known parameters without faults so far. */
function soundPart(given: unknown, isKnown: (name: string) => boolean, faults: FieldErrors) {
  const isSound = ([name]: [string, unknown]) => isKnown(name) && !Object.hasOwn(faults, name);
  return Object.fromEntries(Object.entries(given as object).filter(isSound));
}

function callerOf({ caller }: OperationRequest): Caller {
  if (caller === null) throw new Error('an operation was reached without a caller');
  return caller;
}

/** Read before the body is normalized. */
function readKeyedRequest({ method, upload }: Operation, request: OperationRequest): KeyedRequest | null {
  const key = method === 'POST' ? readIdempotencyKey(request.headers[IDEMPOTENCY_HEADER]) : undefined;
  if (key === undefined) return null;
  if (upload !== undefined) throw invalid({ 'Idempotency-Key': ['is not taken with an upload'] });
  const { organizationId, tokenId } = callerOf(request).actor;
  const tokenText = credentialOf(request.headers)?.text;
  if (tokenText === undefined) throw new Error('a caller without a credential');
  const fingerprint = fingerprintOf(method, pathOf(request.url), request.body);
  return { organizationId, tokenId, tokenText, key, fingerprint };
}

function requireSoundIds({ ids }: Operation, request: OperationRequest): void {
  if (ids === undefined) return;
  const given = request.params as Record<string, string>;
  for (const name in ids) if (!isPublicId(ids[name] as IdKind, given[name] ?? '')) throw notFound();
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Completes the context, which is this request's own: V8 takes 16 µs to add as much to a copy, a tenth of a read. */
function callOf<Context extends CallContext>(
  { id }: Operation,
  request: OperationRequest,
  response: ServerResponse,
  context: Context,
  sql: Database,
  cursorKey: Buffer,
  load: RequestLoad,
): Context & Mutable<HttpCall<unknown, unknown>> {
  const { params, query, body, headers, url, method } = request;
  const call = context as Context & Mutable<HttpCall<unknown, unknown>>;
  call.sql = sql;
  call.cursorKey = cursorKey;
  call.ids = params as Record<string, string>;
  call.query = query;
  call.body = body;
  call.headers = headers;
  call.isHead = method === 'HEAD';
  call.operationId = id;
  call.url = url;
  call.hangUp = () => hangUpOf(response);
  call.requireStillAllowed = alreadyJudged;
  call.stepAside = () => stepAside(load, request, response);
  return call;
}

/** The body was in when the caller was judged. */
const alreadyJudged = () => Promise.resolve();
