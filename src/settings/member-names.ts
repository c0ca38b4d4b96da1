import type { Position } from '../db/cursor.ts';
import { Text } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { wordsOf } from '../http/words.ts';
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
export const membersByName = ({ memberships }: Settings): readonly NamedMember[] => byName(memberships);

const byName = oncePerSettings((memberships: Settings['memberships']): readonly NamedMember[] =>
  [...memberships.byId.values()].map(named).sort(({ key }, other) => (key < other.key ? -1 : 1)),
);

/** A member whose words are worked out when a search asks for them. */
export const namedWhenAsked = (member: MembershipSetting): NamedMember => ({
  member,
  get words() {
    return named(member).words;
  },
});

/** Its `key` decides about the order. */
type Keyed = NamedMember & { readonly key: string };

const known = new WeakMap<MembershipSetting, Keyed>();

function named(member: MembershipSetting): Keyed {
  let one = known.get(member);
  if (one === undefined) {
    const words = joined(wordsOf(member.name));
    one = { member, words, key: `${words.slice(0, SORTED_LENGTH)}\0${member.public_id}` };
    known.set(member, one);
  }
  return one;
}

const joined = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

/** Each word of any name once, after a blank. */
type Vocabulary = string;

/** The words of all names take a tenth of a second: they are worked out once, in slices, before anything asks for them. */
export const readNames = ({ memberships }: Settings): Promise<Vocabulary> => vocabularyOf(memberships);

const vocabularyOf = oncePerSettings(async (memberships: Settings['memberships']): Promise<Vocabulary> => {
  const pace = new Pace();
  const words = new Set<string>();
  for (const member of memberships.byId.values()) {
    for (const word of named(member).words.split(' ')) words.add(word);
    if (pace.isDue()) await pace.yield();
  }
  return joined([...words]);
});

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

const MOST_WORDS = 10;

export function readNameSearch(text: string | undefined): string[] {
  if (text === undefined) return [];
  const words = [...new Set(wordsOf(text))];
  if (words.length === 0) throw invalid({ 'filter[search]': ['must hold a letter or a digit'] });
  if (words.length > MOST_WORDS) throw invalid({ 'filter[search]': [`must hold at most ${MOST_WORDS} words`] });
  return words;
}
