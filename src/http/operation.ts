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
  readonly isHead: boolean;
  /** For the binding of cursors. */
  readonly operationId: string;
  /** As called, for links to further pages. */
  readonly url: string;
  readonly cursorKey: Buffer;
  /** Aborted when the caller hangs up. Made on demand: few operations take long enough to need it. */
  hangUp(): AbortSignal;
  /** For handlers that read the body themselves: throws if the caller has lost its token or ability since the request began. */
  requireStillAllowed(): Promise<void>;
  /** For requests that mostly wait, and whose number is bounded elsewhere: from here on it does not count as in flight. */
  stepAside(): void;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /**
   * Public ids of leads that it shows, and phones and email keys: when a lead that has one of them is erased, an answer kept under an
   * Idempotency-Key goes, too.
   */
  shows?: readonly string[];
}

interface AnswerDescription {
  description: string;
  schema?: TSchema;
  /** Where it is not JSON. */
  media?: string;
  headers?: Record<string, { description: string }>;
}

/** Another form of the answer, with an ability of its own, for callers that prefer one of its media types to JSON. */
interface OtherForm<Query extends TSchema, Body extends TSchema, Ids extends string, Context extends CallContext> {
  /** Media types, with what the answer then is. */
  types: Readonly<Record<string, string>>;
  ability: string;
  /** What is wrong with the query in this form alone. */
  checkQuery?(query: Readonly<Record<string, unknown>>): FieldErrors;
  handle(call: HttpCall<Static<Query>, Static<Body>, Ids> & Context, mediaType: string): Promise<Reply>;
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
  /** The only role that may call it, besides the ability. */
  role?: string;
  /** Which records it can reach, by the name of a rule. */
  scope: string;
  query?: Query;
  body?: Body;
  /** The body is a stream that the handler reads itself, as `call.body`. No Idempotency-Key is taken. */
  upload?: { media: string; bytes: number; description: string };
  /** Header fields that it reads, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  answers: Readonly<Record<number, AnswerDescription>>;
  /** Answers with CSV where that is preferred: see `prefers` in accept.ts. */
  csv?: boolean;
  otherForm?: OtherForm<Query, Body, Ids, Context>;
  /** Besides those that every operation can have. */
  errors?: readonly ProblemCode[];
  /** Further abilities that this body needs (403 without them). */
  alsoNeeds?(body: Readonly<Record<string, unknown>>): readonly string[];
  /** Throws 403 for tokens that may not call it, or not with this body. Asked before the body is read, and again with it. */
  requireCaller?(actor: Context['actor'], body?: Readonly<Record<string, unknown>>): void;
  /** Faults by the organization's settings, reported together with all others. */
  check?(input: Static<Body>, settings: Context['settings']): FieldErrors;
  /** No answer is kept under an Idempotency-Key. */
  writesNothing?: boolean;
  /** What the handler would refuse, after 404. Only run if the input is refused anyway, so that all faults come at once. */
  checkReferences?(input: Static<Body>, settings: Context['settings'], actor: Context['actor']): FieldErrors;
  /** The same for the query, without its faulty parameters. */
  checkQuery?(query: Partial<Static<Query>>, settings: Context['settings'], found: FieldErrors): FieldErrors;
  /** What `page[after]` takes besides cursors. */
  startWords?: readonly string[];
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

export const routeOf = ({ path, answers, upload }: Pick<Operation, 'path' | 'answers' | 'upload'>) => ({
  url: BASE_PATH + path.replace(/\{([a-z_]+)\}/g, ':$1'),
  config: { isUpload: upload !== undefined, reportsFaults: true },
  schema: {
    response: Object.fromEntries(
      Object.entries(answers).flatMap(([status, { schema, media }]) =>
        schema === undefined || media !== undefined ? [] : [[status, schema]],
      ),
    ) as Record<string, unknown>,
  },
});

export const locationHeader = { Location: { description: 'Path of the new record' } };

export const createdReply = (path: string, data: { public_id: string }): Reply => ({
  status: 201,
  headers: { location: `${BASE_PATH}/${path}/${data.public_id}` },
  body: { data },
});
