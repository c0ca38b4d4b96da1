import type { TSchema } from 'typebox';
import type { Ability, Role } from './access/abilities.ts';
import type { Actor } from './access/actor.ts';
import type { Author } from './audit/audit.ts';
import type { Sql } from './db/sql.ts';
import type { HttpCall, Operation as HttpOperation, OperationDefinition } from './http/operation.ts';
import { Shape } from './http/schema.ts';
import type { Settings } from './settings/snapshot.ts';

/** What each call has besides the request: the caller, and its organization's settings. */
export interface Context {
  readonly actor: Actor;
  readonly author: Author;
  readonly settings: Settings;
  /** The settings as they are now: `settings` may not know yet what another process made a moment ago. */
  currentSettings(sql?: Sql): Promise<Settings>;
}

export type Call<Query = unknown, Body = unknown, Ids extends string = string> = HttpCall<Query, Body, Ids> & Context;

export type Operation = HttpOperation<Context>;

/** What limits the records that an operation can reach. */
export const scopeRules = {
  organization: 'records of the token’s organization',
  caller: 'the token’s own membership',
  leads: 'an admin: leads of the organization; a manager: of the team; an agent: its own',
  owners: 'an admin: active members of the organization; a manager: of the team; an agent: itself',
  audit: 'an admin: the whole organization; a manager: entries on leads of the team; an agent: entries on own leads',
  views: 'views of the token’s own membership, and those that are shared in the organization',
  imports: 'an admin: imports of the organization; a manager: its own',
  person: 'the membership whose person signs in',
  jobs: 'an admin: jobs of the organization; everybody else: jobs of the token’s own membership',
  nothing: 'nothing is shown: what is sent goes to the organization of the form',
} as const;

interface Definition<Query extends TSchema, Body extends TSchema, Ids extends string>
  extends OperationDefinition<Query, Body, Ids, Context> {
  ability: Ability | null;
  role?: Role;
  scope: keyof typeof scopeRules;
  alsoNeeds?: (body: Readonly<Record<string, unknown>>) => readonly Ability[];
  otherForm?: OperationDefinition<Query, Body, Ids, Context>['otherForm'] & { ability: Ability };
}

/** One operation of the API: everything that is known of it stands in one place. */
export const operation = <Query extends TSchema, Body extends TSchema, Ids extends string>(
  definition: Definition<Query, Body, Ids>,
): Operation => ({ query: Shape({}), ...definition }) as unknown as Operation;
