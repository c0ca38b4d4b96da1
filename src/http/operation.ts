import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Database } from '../db/sql.ts';
import type { FieldErrors, ProblemCode } from '../problems.ts';
import type { IdKind } from '../public-id.ts';
import type { Caller } from './authenticate.ts';

/** What the application adds to each call. Of it, this folder knows only who is calling. */
export interface CallContext extends Caller {
  readonly settings: unknown;
}

/** What a handler is given of the request: input that has been checked. */
export interface HttpCall<Query, Body, Ids extends string = string> {
  readonly sql: Database;
  /** Public ids in the path; each has the form of its kind. */
  readonly ids: Readonly<Record<Ids, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** The operation, for the binding of cursors. */
  readonly operationId: string;
  /** The path as it was called, for links to further pages. */
  readonly path: string;
  readonly cursorKey: Buffer;
  /** A signal that is aborted when the caller hangs up: for work that takes long or waits. */
  hangUp(): AbortSignal;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

interface AnswerDescription {
  description: string;
  schema?: TSchema;
  headers?: Record<string, { description: string }>;
}

export interface OperationDefinition<
  Query extends TSchema,
  Body extends TSchema,
  Ids extends string,
  Context extends CallContext,
> {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /api/v1, with `{name}` for each public id. */
  path: `/${string}`;
  /** The kind of each public id in the path. */
  ids?: Readonly<Record<Ids, IdKind>>;
  tag: string;
  summary: string;
  description?: string;
  /** What the token must hold; null: any valid token will do. */
  ability: string | null;
  /** Which records it can reach, by the name of a rule. */
  scope: string;
  query?: Query;
  body?: Body;
  /** Header fields that it heeds, with what they do. */
  headers?: Readonly<Record<string, string>>;
  answers: Readonly<Record<number, AnswerDescription>>;
  /** Answers with CSV to whom prefers that: see `prefers` in accept.ts. */
  csv?: boolean;
  /** Problems of this operation, besides those that every operation can have. */
  errors?: readonly ProblemCode[];
  /** Further abilities that this very body needs (403 without them). */
  alsoNeeds?: (body: Readonly<Record<string, unknown>>) => readonly string[];
  /** What is wrong with the input by the organization's own settings; reported together with all other faults. */
  check?: (input: Static<Body>, settings: Context['settings']) => FieldErrors;
  /** It writes nothing: it may be sent again as it is, and no answer is kept under an Idempotency-Key. */
  writesNothing?: boolean;
  /**
   * What the handler would find wrong with what the input refers to. It is told only where the request is refused anyway, so
   * that all faults come at once; the handler judges for itself, after 404.
   */
  checkReferences?: (input: Static<Body>, settings: Context['settings'], actor: Context['actor']) => FieldErrors;
  /** The same of the query, which then lacks the parameters that were found faulty. */
  checkQuery?: (query: Partial<Static<Query>>, settings: Context['settings'], found: FieldErrors) => FieldErrors;
  /** It changes what processes keep in memory of the organization. */
  changesSettings?: boolean;
  handle: (call: HttpCall<Static<Query>, Static<Body>, Ids> & Context) => Promise<Reply>;
}

type Checks = 'check' | 'checkReferences' | 'checkQuery';

/** An operation of an application that adds `Context` to each call; without one, as it is described. */
export interface Operation<Context extends CallContext = never>
  extends Omit<OperationDefinition<TSchema, TSchema, string, Context>, 'query' | Checks | 'handle'> {
  query: TSchema;
  check?: (input: never, settings: Context['settings']) => FieldErrors;
  checkReferences?: (input: never, settings: Context['settings'], actor: Context['actor']) => FieldErrors;
  checkQuery?: (query: never, settings: Context['settings'], found: FieldErrors) => FieldErrors;
  handle: (call: HttpCall<never, never> & Context) => Promise<Reply>;
}

export const BASE_PATH = '/api/v1';

export const locationHeader = { Location: { description: 'Path of the new record' } };

/** The answer to a POST that made a record. */
export const createdReply = (path: string, data: { public_id: string }) => ({
  status: 201,
  headers: { location: `${BASE_PATH}/${path}/${data.public_id}` },
  body: { data },
});
