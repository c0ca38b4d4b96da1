import type { Actor } from '../../access/actor.ts';
import type { Position } from '../../db/cursor.ts';
import {
  firstBehind,
  isBehind,
  membersByName,
  type NamedMember,
  readNames,
  searchNames,
} from '../../settings/member-names.ts';
import type { MembershipSetting, Settings } from '../../settings/snapshot.ts';
import { mayAssignTo } from '../writing/patch.ts';

/** Whom the actor may give leads to, by name: those with a word that begins with each of these. */
export async function possibleOwners(
  settings: Settings,
  actor: Actor,
  search: readonly string[],
  { after, limit }: { after: Position | null; limit: number },
): Promise<NamedMember[]> {
  const vocabulary = await readNames(settings);
  const list = membersByName(settings);
  const next = searchNames(list, vocabulary, search);
  const found: NamedMember[] = [];
  for (let at = firstBehind(list, (one) => isBehind(one, after)); found.length < limit; at++) {
    at = next(at);
    const one = list[at];
    if (one === undefined) break;
    if (isPossible(actor, one.member)) found.push(one);
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
