import type { Static } from 'typebox';
import { roles } from '../../access/abilities.ts';
import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { emailKey } from '../../http/email.ts';
import { pageParameters } from '../../http/pagination.ts';
import { OneOf, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import {
  hasWords,
  isBehind,
  membersByName,
  type NamedMember,
  namedWhenAsked,
  namePosition,
  nameSearch,
  readNameSearch,
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
  const hasEmail = await emailSearch(sql, settings, query['filter[search]']);
  const isPassing = passes(settings, query);
  const order = query.sort === 'name' ? byName : newestFirst;
  const found: NamedMember[] = [];
  const list = order.list(settings);
  for (let at = firstBehind(list, (one) => order.isBehind(settings, one, after)); at < list.length; at++) {
    if (found.length === limit) break;
    const one = list[at] as NamedMember;
    if (isPassing(one.member) && (hasWords(one, search) || hasEmail(one.member.id))) found.push(one);
  }
  const ids = found.map(({ member }) => member.id);
  const rows = await listMembershipsOf(sql, settings.organization.id, ids);
  const named = new Map(found.map((one) => [one.member.id, one]));
  const positionOf = (row: MembershipRow) => order.positionOf(named.get(row.id) as NamedMember);
  return { rows, positionOf };
}

/** The first of a list that is behind the cursor, as all after it are. */
function firstBehind(list: readonly NamedMember[], isBehind: (one: NamedMember) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(list[middle] as NamedMember)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Whose email begins with the text. */
async function emailSearch(sql: Sql, settings: Settings, text: string | undefined): Promise<(id: string) => boolean> {
  const beginning = emailKey(text ?? null);
  if (beginning === null || beginning.includes(' ')) return () => false;
  const emails = await emailsOf(sql, settings);
  return (id) => emails.get(id)?.startsWith(beginning) ?? false;
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
