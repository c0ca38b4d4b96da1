import type { Position } from '../db/cursor.ts';
import { Text } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { MOST_WORDS, wordsOf } from '../http/words.ts';
import { invalid } from '../problems.ts';
import { oncePerSettings } from './once.ts';
import type { MembershipSetting, Settings } from './snapshot.ts';

// Members are found and put in order in memory: an organization has 10,000 of them at most.

export interface NamedMember {
  readonly member: MembershipSetting;
  /** The words of the name without case and accents, each after a blank. */
  readonly words: string;
}

/** So much of the words decides the order: a cursor holds it. */
const SORTED_LENGTH = 60;

/** All members, by name. */
export const membersByName = oncePerSettings(({ memberships }: Settings): readonly NamedMember[] =>
  [...memberships.byId.values()].map((member) => ({ member, words: joined(wordsOf(member.name)) })).sort(inOrder),
);

/** A member whose words are worked out when a search asks for them: in 10,000 long names that takes a tenth of a second. */
export function namedWhenAsked(member: MembershipSetting): NamedMember {
  let words: string | undefined;
  return {
    member,
    get words() {
      words ??= joined(wordsOf(member.name));
      return words;
    },
  };
}

const joined = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

const inOrder = (one: NamedMember, other: NamedMember): number => compare(namePosition(one), namePosition(other));

/** Where a member stands in the list by name. */
export const namePosition = ({ words, member }: NamedMember): Position => [
  words.slice(0, SORTED_LENGTH),
  member.public_id,
];

export const isBehind = (one: NamedMember, after: Position | null): boolean =>
  after === null || compare(namePosition(one), after) > 0;

function compare([words = '', id = '']: Position, [otherWords = '', otherId = '']: Position): number {
  const [one, other] = words === otherWords ? [String(id), String(otherId)] : [String(words), String(otherWords)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Whether each of these begins a word of the name. */
export const hasWords = (one: NamedMember, search: readonly string[]): boolean =>
  search.every((word) => one.words.includes(` ${word}`));

export const nameSearch = (description: string) =>
  Type.Optional(Text({ max: 100, description: `${description}. Case and accents do not matter`, examples: ['ravi'] }));

export function readNameSearch(text: string | undefined): string[] {
  if (text === undefined) return [];
  const words = [...new Set(wordsOf(text))];
  if (words.length === 0) throw invalid({ 'filter[search]': ['must hold a letter or a digit'] });
  if (words.length > MOST_WORDS) throw invalid({ 'filter[search]': [`must hold at most ${MOST_WORDS} words`] });
  return words;
}
