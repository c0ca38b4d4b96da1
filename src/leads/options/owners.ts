import type { Actor } from '../../access/actor.ts';
import type { Position } from '../../db/cursor.ts';
import { oncePerSettings } from '../../settings/once.ts';
import type { MembershipSetting, Settings } from '../../settings/snapshot.ts';
import { wordsOf } from '../finding/words.ts';
import { mayAssignTo } from '../writing/patch.ts';

interface Candidate {
  readonly member: MembershipSetting;
  /** The words of the name without case and accents, each after a blank. */
  readonly words: string;
}

/** So much of the words decides the order: a cursor holds it. */
const SORTED_LENGTH = 60;

/** All members, by name. */
const candidates = oncePerSettings(({ memberships }: Settings): readonly Candidate[] =>
  [...memberships.byId.values()].map((member) => ({ member, words: joined(wordsOf(member.name)) })).sort(inOrder),
);

const joined = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

const inOrder = (one: Candidate, other: Candidate): number => compare(positionOf(one), positionOf(other));

/** Where a member stands in the list. */
export const positionOf = ({ words, member }: Candidate): Position => [words.slice(0, SORTED_LENGTH), member.public_id];

function compare([words = '', id = '']: Position, [otherWords = '', otherId = '']: Position): number {
  const [one, other] = words === otherWords ? [String(id), String(otherId)] : [String(words), String(otherWords)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Whom the actor may give leads to, by name: those with a word that begins with each of these. */
export function possibleOwners(
  settings: Settings,
  actor: Actor,
  search: readonly string[],
  { after, limit }: { after: Position | null; limit: number },
): Candidate[] {
  const starts = search.map((word) => ` ${word}`);
  const found: Candidate[] = [];
  for (const one of candidates(settings)) {
    if (found.length === limit) break;
    if (!isPossible(actor, one.member) || (after !== null && compare(positionOf(one), after) <= 0)) continue;
    if (starts.every((start) => one.words.includes(start))) found.push(one);
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
