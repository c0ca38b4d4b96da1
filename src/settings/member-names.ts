import type { Position } from '../db/cursor.ts';
import { Text } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { MOST_WORDS, wordsOf } from '../http/words.ts';
import { invalid } from '../problems.ts';
import { Pace } from '../slots/pace.ts';
import { JoinedTexts } from './joined-texts.ts';
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

/** All members, by name. See `readNames`. */
export const membersByName = oncePerSettings(({ memberships }: Settings): readonly NamedMember[] =>
  [...memberships.byId.values()].map((member) => ({ member, words: wordsIn(member) })).sort(inOrder),
);

/** A member whose words are worked out when a search asks for them. */
export const namedWhenAsked = (member: MembershipSetting): NamedMember => ({
  member,
  get words() {
    return wordsIn(member);
  },
});

const known = new WeakMap<MembershipSetting, string>();

function wordsIn(member: MembershipSetting): string {
  let words = known.get(member);
  if (words === undefined) {
    words = joined(wordsOf(member.name));
    known.set(member, words);
  }
  return words;
}

const joined = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

/** Each word of any name once, after a blank. */
type Vocabulary = string;

/** The words of all names take a tenth of a second: they are worked out once, in slices, before anything asks for them. */
export const readNames = oncePerSettings(async ({ memberships }: Settings): Promise<Vocabulary> => {
  const pace = new Pace();
  const words = new Set<string>();
  for (const member of memberships.byId.values()) {
    for (const word of wordsIn(member).split(' ')) words.add(word);
    if (pace.isDue()) await pace.yield();
  }
  return joined([...words]);
});

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

/** The first of a list that is behind the cursor, as all after it are. */
export function firstBehind(list: readonly NamedMember[], isBehind: (one: NamedMember) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(list[middle] as NamedMember)) to = middle;
    else from = middle + 1;
  }
  return from;
}

const namesIn = oncePerSettings((list: readonly NamedMember[]) => new JoinedTexts(list.map(({ words }) => words)));

/** Finds, from a place of the list on, the next member with a word that begins with each of these. */
export function searchNames(
  list: readonly NamedMember[],
  vocabulary: Vocabulary,
  search: readonly string[],
): (from: number) => number {
  if (search.length === 0) return (from) => from;
  const parts = search.map((word) => ` ${word}`);
  return parts.every((part) => vocabulary.includes(part)) ? namesIn(list).search(parts) : () => list.length;
}

export const nameSearch = (description: string) =>
  Type.Optional(Text({ max: 100, description: `${description}. Case and accents do not matter`, examples: ['ravi'] }));

export function readNameSearch(text: string | undefined): string[] {
  if (text === undefined) return [];
  const words = [...new Set(wordsOf(text))];
  if (words.length === 0) throw invalid({ 'filter[search]': ['must hold a letter or a digit'] });
  if (words.length > MOST_WORDS) throw invalid({ 'filter[search]': [`must hold at most ${MOST_WORDS} words`] });
  return words;
}
