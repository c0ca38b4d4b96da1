import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Database } from '../db/sql.ts';
import type { FieldErrors, ProblemCode } from '../problems.ts';
import type { IdKind } from '../public-id.ts';
import type { Caller } from './authenticate.ts';

/** What the application adds to each call, as far as this folder knows. */
export interface CallContext extends Caller {
  readonly settings: unknown;
}

/** The checked input of a handler. */
export interface HttpCall<Query, Body, Ids extends string = string> {
  readonly sql: Database;
  /** Public ids in the path, each well-formed. */
  readonly ids: Readonly<Record<Ids, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** For the binding of cursors. */
  readonly operationId: string;
  /** As called, for links to further pages. */
  readonly url: string;
  readonly cursorKey: Buffer;
  /** Aborted when the caller hangs up. Made on demand: few operations take long enough to need it. */
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
  /** Header fields that it reads, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  answers: Readonly<Record<number, AnswerDescription>>;
  /** Answers with CSV where that is preferred: see `prefers` in accept.ts. */
  csv?: boolean;
  /** Besides those that every operation can have. */
  errors?: readonly ProblemCode[];
  /** Further abilities that this body needs (403 without them). */
  alsoNeeds?(body: Readonly<Record<string, unknown>>): readonly string[];
  /** Faults by the organization's settings, reported together with all others. */
  check?(input: Static<Body>, settings: Context['settings']): FieldErrors;
  /** No answer is kept under an Idempotency-Key. */
  writesNothing?: boolean;
  /** What the handler would refuse, after 404. Only run if the input is refused anyway, so that all faults come at once. */
  checkReferences?(input: Static<Body>, settings: Context['settings'], actor: Context['actor']): FieldErrors;
  /** The same for the query, without its faulty parameters. */
  checkQuery?(query: Partial<Static<Query>>, settings: Context['settings'], found: FieldErrors): FieldErrors;
  /** It changes what processes cache of the organization. */
  changesSettings?: boolean;
  handle(call: HttpCall<Static<Query>, Static<Body>, Ids> & Context): Promise<Reply>;
}

/** Any operation of an application that adds `Context` to each call. */
export interface Operation<Context extends CallContext = CallContext>
  extends OperationDefinition<TSchema, TSchema, string, Context> {
  query: TSchema;
}

export const BASE_PATH = '/api/v1';

export const routeOf = ({ path, answers }: Pick<Operation, 'path' | 'answers'>) => ({
  url: BASE_PATH + path.replace(/\{([a-z_]+)\}/g, ':$1'),
  schema: {
    response: Object.fromEntries(
      Object.entries(answers).flatMap(([status, { schema }]) => (schema === undefined ? [] : [[status, schema]])),
    ) as Record<string, unknown>,
  },
});

export const locationHeader = { Location: { description: 'Path of the new record' } };

export const createdReply = (path: string, data: { public_id: string }) => ({
  status: 201,
  headers: { location: `${BASE_PATH}/${path}/${data.public_id}` },
  body: { data },
});
