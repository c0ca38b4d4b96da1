import type { Static } from 'typebox';
import { roles } from '../../access/abilities.ts';
import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { emailKey } from '../../http/email.ts';
import { pageParameters } from '../../http/pagination.ts';
import { OneOf, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { BEGINNING, JoinedTexts } from '../../settings/joined-texts.ts';
import {
  firstBehind,
  isBehind,
  membersByName,
  type NamedMember,
  namedWhenAsked,
  namePosition,
  nameSearch,
  readNameSearch,
  readNames,
  searchNames,
} from '../../settings/member-names.ts';
import { oncePerSettings } from '../../settings/once.ts';
import type { MembershipSetting, Settings } from '../../settings/snapshot.ts';
import { listEmails, listMembershipsOf, type MembershipRow } from './queries.ts';

/** In place of a team: members without one. */
const NO_TEAM = 'none';

export const membershipFilters = {
  'filter[role]': Type.Optional(OneOf(roles)),
  'filter[team]': Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Team public id; `none` for those without a team' }),
  ),
  'filter[active]': Type.Optional(Type.Boolean({ description: 'Whether they are active' })),
};

const NEWEST = '-created_at';
export const defaults = { sort: NEWEST } as const;

export const MembershipQuery = Shape({
  'filter[search]': nameSearch('Words that each begin a word of the name, or the beginning of the email'),
  ...membershipFilters,
  sort: Type.Optional(
    OneOf([NEWEST, 'name'], { default: NEWEST, description: 'Newest first, or by name without case and accents' }),
  ),
  ...pageParameters,
});
export type MembershipQuery = Static<typeof MembershipQuery>;
export type MembershipFilters = Omit<MembershipQuery, 'filter[search]' | 'sort' | keyof typeof pageParameters>;

/** Whether the whole list is asked for, in its own order. */
export const isWhole = (query: MembershipQuery): boolean =>
  Object.keys(query).every((name) => name.startsWith('page[') || (name === 'sort' && query.sort === NEWEST));

export const searchIn = (query: MembershipQuery): string[] => readNameSearch(query['filter[search]']);

/** Who passes the filters, by what is in memory. */
export function passes({ teams }: Settings, filters: MembershipFilters): (member: MembershipSetting) => boolean {
  const { 'filter[role]': role, 'filter[active]': active, 'filter[team]': team } = filters;
  const teamId = team === NO_TEAM ? null : teams.byPublicId.get(team ?? '')?.id;
  return (member) =>
    (role === undefined || member.role === role) &&
    (active === undefined || member.active === active) &&
    (team === undefined || member.team_id === teamId);
}

interface Paged {
  after: Position | null;
  limit: number;
}

/** A page of the members that a query asks for, each with its place in the order. */
export async function findMembers(sql: Sql, settings: Settings, query: MembershipQuery, { after, limit }: Paged) {
  const search = searchIn(query);
  const order = query.sort === 'name' ? byName : newestFirst;
  const vocabulary = search.length > 0 || order === byName ? await readNames(settings) : '';
  const list = order.list(settings);
  const byEmail = await emailSearch(sql, settings, list, query['filter[search]']);
  const byWords = searchNames(list, vocabulary, search);
  const isPassing = passes(settings, query);
  const found: NamedMember[] = [];
  for (let at = firstBehind(list, (one) => order.isBehind(settings, one, after)); found.length < limit; at++) {
    at = Math.min(byWords(at), byEmail(at));
    const one = list[at];
    if (one === undefined) break;
    if (isPassing(one.member)) found.push(one);
    else while (at + 1 < list.length && !isPassing((list[at + 1] as NamedMember).member)) at++;
  }
  const ids = found.map(({ member }) => member.id);
  const rows = await listMembershipsOf(sql, settings.organization.id, ids);
  const named = new Map(found.map((one) => [one.member.id, one]));
  const positionOf = (row: MembershipRow) => order.positionOf(named.get(row.id) as NamedMember);
  return { rows, positionOf };
}

type Members = readonly NamedMember[];

/** Finds, from a place of the list on, the next member whose email begins with the text. */
async function emailSearch(sql: Sql, settings: Settings, list: Members, text: string | undefined) {
  const beginning = emailKey(text ?? null);
  if (beginning === null || beginning.includes(' ')) return () => list.length;
  const texts = joinedEmails.get(list) ?? joinEmails(list, await emailsOf(sql, settings));
  return texts.search([BEGINNING + beginning]);
}

const joinedEmails = new WeakMap<Members, JoinedTexts>();

function joinEmails(list: Members, emails: Emails): JoinedTexts {
  const texts = new JoinedTexts(list.map(({ member }) => emails.get(member.id) ?? ''));
  joinedEmails.set(list, texts);
  return texts;
}

type Emails = ReadonlyMap<string, string>;
const known = new WeakMap<Settings, Promise<Emails>>();

/** Read once for each state of the settings: many of 10,000 emails may begin alike, and each search would read them anew. */
function emailsOf(sql: Sql, settings: Settings): Promise<Emails> {
  const reading = known.get(settings) ?? listEmails(sql, settings.organization.id);
  known.set(settings, reading);
  reading.catch(() => known.delete(settings));
  return reading;
}

interface Order {
  list: (settings: Settings) => readonly NamedMember[];
  positionOf: (one: NamedMember) => Position;
  isBehind: (settings: Settings, one: NamedMember, after: Position | null) => boolean;
}

const byName: Order = {
  list: membersByName,
  positionOf: namePosition,
  isBehind: (_, one, after) => isBehind(one, after),
};

/** The settings have members in the order in which they were made. */
const ranked = oncePerSettings(({ memberships }: Settings) => {
  const ranks = new Map([...memberships.byPublicId.keys()].map((id, rank) => [id, rank]));
  const rankOf = (id: unknown) => ranks.get(String(id)) ?? -1;
  return { list: [...memberships.byPublicId.values()].reverse().map(namedWhenAsked), rankOf };
});

const newestFirst: Order = {
  list: (settings) => ranked(settings).list,
  positionOf: ({ member }) => [member.public_id],
  isBehind: (settings, { member }, after) => {
    const { rankOf } = ranked(settings);
    return after === null || rankOf(member.public_id) < rankOf(after[0]);
  },
};
