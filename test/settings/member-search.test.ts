import { expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import type { Sql } from '../../src/db/sql.ts';
import { possibleOwners } from '../../src/leads/options/owners.ts';
import { findMembers, type MembershipQuery } from '../../src/organization/memberships/found.ts';
import { JoinedTexts } from '../../src/settings/joined-texts.ts';
import type { MembershipSetting, Settings } from '../../src/settings/snapshot.ts';
import { Random } from '../support/random.ts';

const MANY = 10_000;

/** So many members, and how often any of them is looked at. */
function crowd(nameOf: (n: number) => string = (n) => `Ravi Iyer ${n}`) {
  let looks = 0;
  const members = Array.from({ length: MANY }, (_, n) => ({
    id: String(n),
    public_id: `mem_${String(n).padStart(26, '0')}`,
    name: nameOf(n),
    role: 'agent',
    team_id: null,
    get active() {
      looks++;
      return true;
    },
  })) as unknown as MembershipSetting[];
  const settings = {
    organization: { id: '1' },
    memberships: {
      byId: new Map(members.map((one) => [one.id, one])),
      byPublicId: new Map(members.map((one) => [one.public_id, one])),
    },
    teams: { byPublicId: new Map() },
  } as unknown as Settings;
  const rows = async (text: string, [, ids]: unknown[]) =>
    text.includes('email_key from')
      ? members.map(({ id }) => ({ id, email_key: `person${id}@example.in` }))
      : (ids as string[]).map((id) => ({ id }));
  const sql = { rows } as unknown as Sql;
  const page = { after: null, limit: 51 };
  return {
    find: async (query: MembershipQuery) => (await findMembers(sql, settings, query, page)).rows.map(({ id }) => id),
    owners: async (search: string[]) => {
      const actor = { role: 'admin', scope: 'organization' } as unknown as Actor;
      return (await possibleOwners(settings, actor, search, page)).map(({ member }) => member.id);
    },
    looks: () => looks,
  };
}

it.each([{ sort: 'name' }, { sort: '-created_at' }] as const)(
  'a search looks only at members whom it finds, not at all 10,000 of them: %j',
  async (sort) => {
    const { find, looks } = crowd();
    const active = { ...sort, 'filter[active]': true };
    for (const search of ['zzz', 'ravi zzz', 'zzz@example.in']) {
      expect(await find({ ...active, 'filter[search]': search })).toEqual([]);
    }
    expect(looks()).toBe(0);
    expect(await find({ ...active, 'filter[search]': 'iyer 9999' })).toEqual(['9999']);
    expect(await find({ ...active, 'filter[search]': 'person777@' })).toEqual(['777']);
    expect(looks()).toBe(2);
    expect(await find({ ...active, 'filter[search]': 'rav' })).toHaveLength(51);
    expect(looks()).toBe(53);
  },
);

it('whom leads can be given to is searched the same way', async () => {
  const { owners, looks } = crowd();
  expect(await owners(['zzz'])).toEqual([]);
  expect(await owners(['ravi', '4321'])).toEqual(['4321']);
  expect(looks()).toBeLessThanOrEqual(1);
});

it('of many texts joined to one, a search finds those that hold all parts, as a look into each would', () => {
  const random = new Random(1);
  const letter = () => random.pick(['a', 'b', 'c']);
  for (let round = 0; round < 50; round++) {
    const texts = Array.from({ length: 60 }, () =>
      Array.from({ length: random.below(4) }, () => ` ${letter()}${letter()}`).join(''),
    );
    const parts = [` ${letter()}`, ` ${letter()}${letter()}`];
    const next = new JoinedTexts(texts).search(parts);
    const found: number[] = [];
    for (let at = next(0); at < texts.length; at = next(at + 1)) found.push(at);
    expect(found).toEqual(texts.flatMap((text, n) => (parts.every((part) => text.includes(part)) ? n : [])));
  }
  expect(new JoinedTexts([]).search([' a'])(0)).toBe(0);
});
