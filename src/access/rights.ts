import { emailSpelling } from '../http/email.ts';
import { Problem } from '../problems.ts';
import {
  type Ability,
  abilities,
  abilitiesOf,
  EVERYTHING,
  type GrantedAbility,
  isHigherRole,
  type Role,
} from './abilities.ts';

/** What the caller's token may do; null: the operator at the command line, who holds the database itself. */
export type Held = ReadonlySet<Ability> | null;

export function requireHeld(held: Held, wanted: readonly Ability[]): void {
  const lacking = held === null ? [] : wanted.filter((ability) => !held.has(ability));
  if (lacking.length > 0) {
    throw new Problem('forbidden', { detail: `This token cannot give what it lacks: ${lacking.join(', ')}.` });
  }
}

/** `*` grows with the membership's role, so issuing it takes everything. */
export const neededToIssue = (granted: readonly GrantedAbility[]): readonly Ability[] =>
  granted.includes(EVERYTHING) ? abilities : abilities.filter((ability) => granted.includes(ability));

/** Needed to let the tokens of a membership act in this role. */
export const neededForRole = (role: Role): readonly Ability[] => [
  ...new Set<Ability>(['tokens:write', ...abilitiesOf(role)]),
];

interface MembershipState {
  role: Role;
  team_id: string | null;
  active: boolean;
  email: string | null;
}

/** Whether a change of a membership lets its tokens, or somebody who signs in, do or see more than before. */
export function widens(before: MembershipState, after: MembershipState): boolean {
  const isReactivated = after.active && !before.active;
  const seesAnotherTeam =
    before.role === 'manager' && after.role === 'manager' && after.team_id !== null && after.team_id !== before.team_id;
  return isHigherRole(after.role, before.role) || isReactivated || seesAnotherTeam || hasNewEmail(before, after);
}

/** Whoever has the email can sign in, so another one is another way in. */
export const hasNewEmail = (before: Pick<MembershipState, 'email'>, after: Pick<MembershipState, 'email'>): boolean =>
  after.email !== null && emailSpelling(after.email) !== emailSpelling(before.email ?? '');
