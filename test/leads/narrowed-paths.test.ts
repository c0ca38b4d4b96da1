import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import type { Position } from '../../src/db/cursor.ts';
import { searchWords } from '../../src/leads/finding/words.ts';
import { everyLead, type LeadFilter, sorts } from '../../src/leads/listing/filter.ts';
import { type NarrowedPath, narrowedPathsOf } from '../../src/leads/listing/narrowed-paths.ts';
import { narrowingsOf } from '../../src/leads/listing/narrowings.ts';
import type { PageRow } from '../../src/leads/listing/page.ts';
import { statementOf } from '../../src/leads/listing/planned.ts';
import { measure } from '../../src/leads/listing/sizes.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { LeadDesk } from '../support/leads.ts';

const SIZE = 7;
const NAMES = ['Asha', 'Ashok', 'Amit', 'Meera', 'आशा'];
const CITIES = ['Mumbai', 'Delhi', 'Pune'];

let desk: LeadDesk;
let settings: Settings;
const actors: Record<string, Actor> = {};

beforeAll(async () => {
  desk = await LeadDesk.open();
  await desk.add('custom-fields', { key: 'city', type: 'select', options: CITIES });
  const { ravi, asha, vikram } = desk.cast;
  for (let n = 0; n < 60; n++) {
    const name = NAMES[n % NAMES.length];
    const lead = await desk.make(
      {
        first_name: `${name}`,
        last_name: n % 3 === 0 ? 'Rao' : 'Sharma Amit',
        ...(n % 2 === 0 && { email: `amit${n}.x@mail${n % 4}.in` }),
        ...(n % 4 !== 0 && { estimated_value: n * 1_000 }),
        custom_fields: { city: CITIES[n % CITIES.length] },
      },
      [ravi, asha, vikram][n % 3],
    );
    if (n % 5 === 0) await desk.move(lead.public_id, desk.status('Contacted'));
  }
  const { organizationId } = desk.cast;
  settings = await desk.app.services.settings.current(organizationId);
  const idOf = (publicId: string) => settings.memberships.byPublicId.get(publicId)?.id ?? '';
  const teamOf = (publicId: string) => settings.memberships.byPublicId.get(publicId)?.team_id ?? null;
  const someone = {
    organizationId,
    tokenId: '0',
    tokenPublicId: '',
    tokenName: '',
    tokenExpiresAt: null,
    abilities: new Set<never>(),
  };
  actors.organization = { ...someone, membershipId: '0', role: 'admin', teamId: null };
  actors.team = { ...someone, membershipId: '0', role: 'manager', teamId: teamOf(ravi.membership) };
  actors.own = { ...someone, membershipId: idOf(ravi.membership), role: 'agent', teamId: teamOf(ravi.membership) };
});
afterAll(() => desk.close());

const recently = () => ({ from: new Date(Date.now() - 3_600_000), before: null });
const filters: Record<string, () => Partial<LeadFilter>> = {
  'a word': () => ({ search: searchWords('ash') }),
  'two words': () => ({ search: searchWords('amit sharma') }),
  'a word with a number': () => ({ search: searchWords('amit1') }),
  'a common word': () => ({ search: searchWords('in') }),
  digits: () => ({ search: searchWords('0000') }),
  'a value': () => ({ value: { least: 10_000, most: 40_000 } }),
  'a custom field': () => ({ custom: [{ field: settings.customFields[0] as never, values: ['Mumbai', 'Pune'] }] }),
  'times and a word': () => ({ updated: recently(), active: recently(), search: searchWords('rao') }),
  everything: () => ({
    search: searchWords('a'),
    value: { least: 1, most: null },
    custom: [{ field: settings.customFields[0] as never, values: ['Mumbai', 'Delhi'] }],
    updated: recently(),
    statusIds: [settings.statuses.byPublicId.get(desk.status('New'))?.id ?? ''],
  }),
};

/** An access path that only large organizations have: as many leads as there are, so that none is left out. */
const RANGED: NarrowedPath = { kind: 'check', most: 60, isRanged: true };

/** All pages of a list, read by the nth access path, or by that one; null: there is no such. */
async function readAll(
  actor: Actor,
  filter: LeadFilter,
  nth: number | NarrowedPath,
): Promise<{ kind: string; ids: string[] } | null> {
  const { database } = desk.app.services;
  const narrowings = narrowingsOf(filter);
  const ids: string[] = [];
  for (let after: Position | null = null; ; ) {
    const request = { actor, filter, page: { size: SIZE, limit: SIZE + 1, after }, now: new Date() };
    const sizes = await measure(database, settings, request, narrowings);
    const path = typeof nth === 'number' ? narrowedPathsOf(request, sizes)[nth] : nth;
    if (path === undefined) return null;
    const { text, values } = statementOf(request, path, narrowings);
    const page = await database.row<PageRow>(text, values, 'replan');
    const found = page?.lines_utf8?.toString().match(/"public_id":"lead_[0-9a-z]+"/g) ?? [];
    ids.push(...found.slice(0, SIZE));
    if (page === undefined || page.found <= SIZE) return { kind: path.kind, ids };
    after = [page.last_key instanceof Date ? page.last_key.toISOString() : (page.last_key ?? 0), page.last_id ?? ''];
  }
}

describe.each(Object.entries(filters))('a list by %s', (_name, parts) => {
  it.each(sorts)('is the same by every access path, by %s, page by page', async (sort) => {
    const kinds = new Set<string>();
    for (const actor of Object.values(actors)) {
      const filter = { ...everyLead, ...parts(), sort };
      const first = await readAll(actor, filter, 0);
      expect(first?.ids.length).toBe(new Set(first?.ids).size);
      for (let nth = 0; ; nth++) {
        const other = await readAll(actor, filter, nth);
        if (other === null) break;
        kinds.add(other.kind);
        expect([other.kind, other.ids]).toEqual([other.kind, first?.ids]);
      }
    }
    expect(kinds.size).toBeGreaterThan(1);
  });

  it.each(['score', '-score'] as const)('is the same where its range is found first, by %s', async (sort) => {
    for (const actor of Object.values(actors)) {
      const filter = { ...everyLead, ...parts(), sort };
      expect((await readAll(actor, filter, RANGED))?.ids).toEqual((await readAll(actor, filter, 0))?.ids);
    }
  });
});
