import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Ability } from '../access/abilities.ts';
import type { Actor } from '../access/actor.ts';
import type { Author } from '../audit/audit.ts';
import type { Database } from '../db/sql.ts';
import type { FieldErrors, ProblemCode } from '../problems.ts';
import type { IdKind } from '../public-id.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/snapshot.ts';
import { Shape } from './schema.ts';

/** What a handler is given: the caller, its organization's settings, and input that has been checked. */
export interface Call<Query, Body, Ids extends string = string> {
  readonly sql: Database;
  readonly services: Services;
  readonly actor: Actor;
  readonly author: Author;
  readonly settings: Settings;
  /** Public ids in the path; each has the form of its kind. */
  readonly ids: Readonly<Record<Ids, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** The operation, for the binding of cursors. */
  readonly operationId: string;
  /** The path as it was called, for links to further pages. */
  readonly path: string;
  /** A signal that is aborted when the caller hangs up: for work that takes long or waits. */
  hangUp(): AbortSignal;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What limits the records that an operation can reach. */
export const scopeRules = {
  organization: 'records of the token’s organization',
  caller: 'the token’s own membership',
  leads: 'an admin: leads of the organization; a manager: of the team; an agent: its own',
  audit: 'an admin: the whole organization; a manager: entries on leads of the team; an agent: entries on own leads',
  nothing: 'nothing is shown: what is sent goes to the organization of the form',
} as const;

interface AnswerDescription {
  description: string;
  schema?: TSchema;
  headers?: Record<string, { description: string }>;
}

interface Definition<Query extends TSchema, Body extends TSchema, Ids extends string> {
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
  ability: Ability | null;
  scope: keyof typeof scopeRules;
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
  alsoNeeds?: (body: Readonly<Record<string, unknown>>) => readonly Ability[];
  /** What is wrong with the input by the organization's own settings; reported together with all other faults. */
  check?: (input: Static<Body>, settings: Settings) => FieldErrors;
  /** It writes nothing: it may be sent again as it is, and no answer is kept under an Idempotency-Key. */
  writesNothing?: boolean;
  /**
   * What the handler would find wrong with what the input refers to. It is told only where the request is refused anyway, so
   * that all faults come at once; the handler judges for itself, after 404.
   */
  checkReferences?: (input: Static<Body>, settings: Settings, actor: Actor) => FieldErrors;
  /** The same of the query, which then lacks the parameters that were found faulty. */
  checkQuery?: (query: Partial<Static<Query>>, settings: Settings, found: FieldErrors) => FieldErrors;
  /** It changes what processes keep in memory of the organization. */
  changesSettings?: boolean;
  handle: (call: Call<Static<Query>, Static<Body>, Ids>) => Promise<Reply>;
}

type Checks = 'check' | 'checkReferences' | 'checkQuery';

export interface Operation extends Omit<Definition<TSchema, TSchema, string>, 'query' | Checks | 'handle'> {
  query: TSchema;
  check?: (input: never, settings: Settings) => FieldErrors;
  checkReferences?: (input: never, settings: Settings, actor: Actor) => FieldErrors;
  checkQuery?: (query: never, settings: Settings, found: FieldErrors) => FieldErrors;
  handle: (call: Call<never, never>) => Promise<Reply>;
}

export const BASE_PATH = '/api/v1';

/** One operation of the API: everything that is known of it stands in one place. */
export function operation<Query extends TSchema, Body extends TSchema, Ids extends string>(
  definition: Definition<Query, Body, Ids>,
): Operation {
  return { query: Shape({}), ...definition } as unknown as Operation;
}
