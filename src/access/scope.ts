import type { Values } from '../db/values.ts';
import type { Actor } from './actor.ts';

export const scopes = ['organization', 'team', 'own'] as const;
export type Scope = (typeof scopes)[number];

/** A manager without a team sees only the leads it owns. */
export function scopeOf(actor: Pick<Actor, 'role' | 'teamId'>): Scope {
  if (actor.role === 'admin') return 'organization';
  return actor.role === 'manager' && actor.teamId !== null ? 'team' : 'own';
}

/** Actors of an organization with the same key see the same leads. */
export function scopeKey(actor: Pick<Actor, 'role' | 'teamId' | 'membershipId'>): string {
  const scope = scopeOf(actor);
  if (scope === 'organization') return scope;
  return scope === 'team' ? `${scope} ${actor.teamId}` : `${scope} ${actor.membershipId}`;
}

/** The one predicate that limits statements on leads to what the actor may see. `leads` is the table's name or alias. */
export const leadsInScope = (actor: Actor, values: Values, leads = 'leads'): string =>
  `${leadsInScopeOrErased(actor, values, leads)} and not ${leads}.erased`;

/** The same with erased leads: for reports, which count them, and for `lead_recency`, which does not have them. */
export function leadsInScopeOrErased(actor: Actor, values: Values, leads = 'leads'): string {
  const organization = `${leads}.organization_id = ${values.add(actor.organizationId)}`;
  switch (scopeOf(actor)) {
    case 'organization':
      return organization;
    case 'team':
      return `${organization} and ${leads}.team_id = ${values.add(actor.teamId)}`;
    case 'own':
      return `${organization} and ${leads}.owner_id = ${values.add(actor.membershipId)}`;
  }
}

/** An admin sees what the members of the organization began, everybody else what is the own. `table` has its `membership_id`. */
export function ownInScope(actor: Actor, values: Values, table: string): string {
  const organization = `${table}.organization_id = ${values.add(actor.organizationId)}`;
  return scopeOf(actor) === 'organization'
    ? organization
    : `${organization} and ${table}.membership_id = ${values.add(actor.membershipId)}`;
}

/** Whether the actor may see a lead, to spare statements that would find nothing. What is shown is decided by a statement. */
export function seesLeadOf(
  actor: Actor,
  { owner_id, team_id }: { owner_id: string | null; team_id: string | null },
): boolean {
  const scope = scopeOf(actor);
  if (scope === 'organization') return true;
  return scope === 'team' ? team_id === actor.teamId : owner_id === actor.membershipId;
}
