import type { Actor } from '../../access/actor.ts';
import { currentActor } from '../../access/current-actor.ts';
import type { Author } from '../../audit/audit.ts';
import type { Sql } from '../../db/sql.ts';
import type { BulkChange } from '../../leads/writing/bulk.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { neededFor } from '../jobs.ts';
import type { HeldJob } from './queries.ts';

/** Everything that the leads of a job are changed with. */
export interface JobContext {
  readonly held: HeldJob;
  readonly settings: Settings;
  readonly change: BulkChange;
  readonly actor: Actor;
  readonly author: Author;
}

/** A text in place of the context says why the job must not go on. */
export async function contextOf(sql: Sql, held: HeldJob, settings: Settings): Promise<JobContext | string> {
  const { id: organizationId } = settings.organization;
  const actor = await currentActor(sql, organizationId, held.token_id);
  if (actor === null) return 'The token was revoked or has expired, or its membership is not active any more.';
  const change = JSON.parse(held.change) as BulkChange;
  const missing = ['leads:read' as const, ...neededFor(change)].find((ability) => !actor.abilities.has(ability));
  if (missing !== undefined) return `The token no longer has the ability ${missing}.`;
  const { request_id: requestId, address } = held;
  const { tokenId, membershipId } = actor;
  return {
    held,
    settings,
    change,
    actor,
    author: { organizationId, tokenId, membershipId, formId: null, requestId, address },
  };
}
