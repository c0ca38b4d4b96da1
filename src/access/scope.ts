import type { Values } from '../db/values.ts';
import type { Actor } from './actor.ts';

export const scopes = ['organization', 'team', 'own'] as const;
export type Scope = (typeof scopes)[number];

/** A manager without a team sees only the leads it owns. */
export function scopeOf(actor: Pick<Actor, 'role' | 'teamId'>): Scope {
  if (actor.role === 'admin') return 'organization';
  return actor.role === 'manager' && actor.teamId !== null ? 'team' : 'own';
}

/** The one predicate that limits statements on leads to what the actor may see. `leads` is the table's name or alias. */
export function leadsInScope(actor: Actor, values: Values, leads = 'leads'): string {
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
