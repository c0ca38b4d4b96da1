import type { Actor } from '../../access/actor.ts';
import type { Position } from '../../db/cursor.ts';
import { hasWords, isBehind, membersByName, type NamedMember } from '../../settings/member-names.ts';
import type { MembershipSetting, Settings } from '../../settings/snapshot.ts';
import { mayAssignTo } from '../writing/patch.ts';

/** Whom the actor may give leads to, by name: those with a word that begins with each of these. */
export function possibleOwners(
  settings: Settings,
  actor: Actor,
  search: readonly string[],
  { after, limit }: { after: Position | null; limit: number },
): NamedMember[] {
  const found: NamedMember[] = [];
  for (const one of membersByName(settings)) {
    if (found.length === limit) break;
    if (isPossible(actor, one.member) && isBehind(one, after) && hasWords(one, search)) found.push(one);
  }
  return found;
}

/** An agent keeps its own leads; the others as the change of an owner is allowed. */
const isPossible = (actor: Actor, member: MembershipSetting): boolean =>
  actor.role === 'agent' ? member.id === actor.membershipId : mayAssignTo(actor, member);

export function presentOwner({ teams }: Settings, { public_id, name, role, team_id }: MembershipSetting) {
  const team = team_id === null ? undefined : teams.byId.get(team_id);
  return { public_id, name, role, team: team === undefined ? null : { public_id: team.public_id, name: team.name } };
}
