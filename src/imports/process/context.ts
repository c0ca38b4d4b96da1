import { roleMay } from '../../access/abilities.ts';
import type { Actor } from '../../access/actor.ts';
import type { Author } from '../../audit/audit.ts';
import type { LeadCreate } from '../../leads/schemas.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { Meaning } from '../cells.ts';
import type { HeldImport, WaitingRow } from './queries.ts';

/** A row that describes a lead. */
export interface SoundRow {
  readonly row: WaitingRow;
  readonly input: LeadCreate;
}

/** Everything that the rows of an import are processed with. */
export interface ChunkContext {
  readonly held: HeldImport;
  readonly settings: Settings;
  readonly meaning: Meaning;
  readonly actor: Actor;
  readonly author: Author;
}

/** Null where the membership may no longer import. */
export function contextOf(held: HeldImport, settings: Settings): ChunkContext | null {
  const member = settings.memberships.byId.get(held.membership_id);
  if (member === undefined || !member.active || !roleMay(member.role, 'leads:import')) return null;
  const { id: organizationId } = settings.organization;
  const ids = { organizationId, tokenId: held.token_id, membershipId: held.membership_id };
  const actor = {
    ...ids,
    ...{ tokenPublicId: '', tokenName: '', tokenExpiresAt: null, abilities: new Set<never>() },
    role: member.role,
    teamId: member.team_id,
  };
  const { request_id: requestId, address } = held;
  return {
    held,
    settings,
    meaning: {
      columns: JSON.parse(held.columns),
      fields: JSON.parse(held.fields),
      source: settings.sources.byId.get(held.source_id ?? '')?.public_id ?? null,
    },
    actor,
    author: { ...ids, formId: null, importId: held.id, requestId, address },
  };
}
