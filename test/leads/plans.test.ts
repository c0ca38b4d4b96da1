import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import { connectOnce } from '../../src/db/connect.ts';
import type { Position } from '../../src/db/cursor.ts';
import { READ_SETTINGS } from '../../src/db/pipelined-reads.ts';
import type { Sql } from '../../src/db/sql.ts';
import { eraseReenquiriesBringing } from '../../src/leads/erasure/queries.ts';
import { type AccessPath, accessPathOf } from '../../src/leads/listing/access-path.ts';
import { everyLead, type LeadFilter, sorts } from '../../src/leads/listing/filter.ts';
import { gatherStatement, walkStatement } from '../../src/leads/listing/statements.ts';
import { findLead, findShownLead } from '../../src/leads/queries.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { insertManyLeads, insertPeople } from '../support/many-leads.ts';
import { admin, someone } from '../support/plan-actors.ts';

const LEADS = 20_000;
const SIZE = 50;
const MOST_BUFFERS = 600;

let own: TestDatabase;
let client: pg.Client;
let sql: Sql;

beforeAll(async () => {
  own = await createTestDatabase();
  client = await connectOnce(own.target);
  await insertPeople(client);
  const rows = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  sql = {
    rows: (text, values) => rows(text, values),
    row: async (text, values) => (await rows<never>(text, values))[0],
    shortRow: async (text, values) => (await rows<never>(text, values))[0],
  };
  await insertManyLeads(sql, '1', LEADS);
  await client.query('vacuum analyze');
});

afterAll(async () => {
  await client.end();
  await own.drop();
});

const actors: Record<string, Actor> = {
  organization: admin,
  team: { ...someone, membershipId: '0', role: 'manager', teamId: '1' },
  own: { ...someone, membershipId: '20', role: 'agent', teamId: '1' },
};
const month = { from: new Date(Date.now() - 30 * 86_400_000), before: new Date() };
const filters: Record<string, Partial<LeadFilter>> = {
  'without a filter': {},
  'of a common status': { statusIds: ['1'] },
  'of a rare status': { statusIds: ['8'] },
  'of two statuses': { statusIds: ['2', '7'] },
  'of one owner': { ownerIds: ['20'] },
  'of a common source': { sourceIds: ['1'] },
  'of a rare source': { sourceIds: ['12'] },
  'of the last month': month,
  'of the hot ones': { leastScore: 70, mostScore: 100 },
  'of the cold ones': { leastScore: 0, mostScore: 39 },
};

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Only what is known of filters is kept by them. */
const settings = {} as Settings;

const statements = { walk: walkStatement, gather: gatherStatement };

function statementOf(path: AccessPath, actor: Actor, filter: LeadFilter, after: Position | null, size = SIZE) {
  const request = { actor, filter, page: { size, limit: size + 1, after }, now: new Date() };
  return statements[path](request);
}

/** A walk is planned once for all values, so it is planned without looking at them here too. */
async function explain(
  path: AccessPath,
  { text, values }: ReturnType<typeof statementOf>,
): Promise<{ buffers: number; scans: string[] }> {
  await client.query(path === 'walk' ? READ_SETTINGS : 'reset all; set plan_cache_mode = force_custom_plan');
  await client.query(`prepare page as ${text}`);
  const literals = values.map((value) => client.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)));
  const { rows } = await client.query(`explain (analyze, buffers, format json) execute page (${literals})`);
  await client.query('deallocate page');
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  const nodes = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const scans = nodes(plan).filter(
    (node) => node['Node Type'].includes('Seq Scan') && node['Relation Name'] === 'leads',
  );
  return {
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    scans: scans.map((node) => node['Node Type']),
  };
}

/** The position in the middle of the list. */
async function middleOf(actor: Actor, filter: LeadFilter): Promise<[string | number, string] | null> {
  const whole = statementOf('gather', actor, filter, null, LEADS);
  const found = (await client.query(whole.text, [...whole.values])).rows[0].found;
  const half = statementOf('gather', actor, filter, null, Math.ceil(found / 2));
  const { last_key, last_id } = (await client.query(half.text, [...half.values])).rows[0];
  return last_id === null ? null : [last_key instanceof Date ? last_key.toISOString() : last_key, last_id];
}

describe.each(sorts)('by %s', (sort) => {
  describe.each(Object.entries(actors))('in the scope %s', (_scope, actor) => {
    test.each(Object.entries(filters))('a page %s costs little, and no more in the depth', async (_name, parts) => {
      const filter: LeadFilter = { ...everyLead, ...parts, sort };
      const request = { actor, filter, page: { size: SIZE, limit: SIZE + 1, after: null }, now: new Date() };
      await client.query('reset all');
      const path = await accessPathOf(sql, settings, request);
      const first = await explain(path, statementOf(path, actor, filter, null));
      expect(first).toMatchObject({ scans: [] });
      expect(first.buffers).toBeLessThanOrEqual(MOST_BUFFERS);
      const middle = await middleOf(actor, filter);
      if (middle === null) throw new Error('nothing is in this list');
      const deep = await explain(path, statementOf(path, actor, filter, middle));
      expect(deep).toMatchObject({ scans: [] });
      // Each of the page's rows may lie an index level deeper; the statistics, which decide the plan, are drawn at random.
      expect(deep.buffers).toBeLessThanOrEqual(Math.min(MOST_BUFFERS, 1.2 * first.buffers + SIZE + 1));
    });
  });
});

describe('leads that are looked for by their keys', () => {
  const wanted = `lead_${String(998).padStart(26, '0')}`;

  /** What is sent for one of them. */
  async function statementFor(find: typeof findShownLead | typeof findLead, actor: Actor) {
    let sent: { text: string; values: unknown[] } | undefined;
    const shortRow = async (text: string, values: readonly unknown[] = []) => {
      sent = { text, values: [...values.slice(0, -1), wanted] };
      return undefined;
    };
    await find({ ...sql, shortRow }, actor, '');
    if (sent === undefined) throw new Error('it is not a short read');
    return sent;
  }

  beforeAll(async () => {
    await client.query('reset all');
    // Nearly every owner has one lead, and one has half of them all: planned for any owner, hers would all be read.
    await client.query('update leads set owner_id = case when id % 2 = 0 then 20 else 100000 + id end');
    await client.query('vacuum analyze leads');
  });

  test.each(Object.entries(actors))('in the scope %s are found along the index of keys', async (_scope, actor) => {
    for (const find of [findLead, findShownLead]) {
      const { buffers, scans } = await explain('walk', await statementFor(find, actor));
      expect(scans).toEqual([]);
      expect(buffers).toBeLessThanOrEqual(5);
    }
  });
});

describe('an erasure among many re-enquiries that brought contacts', () => {
  beforeAll(async () => {
    await client.query(
      `insert into activities (organization_id, lead_id, occurred_at, public_id, kind, details)
       select organization_id, id, created_at, 'act_' || id, 'reenquiry',
              jsonb_build_object('phone', '+9170' || id, 'email', id || '@many.example')
         from leads where organization_id = 1`,
    );
    await client.query('vacuum analyze activities');
  });

  test('finds those of one person by their index', async () => {
    const contacts = { phone: '+917012', emailKey: '12@many.example', former: { phones: [], emailKeys: [] } };
    for (const { text, values } of eraseReenquiriesBringing('1', contacts)) {
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const whole = JSON.stringify(rows);
      expect(whole).toMatch(/"Index Name":"activities_brought_(phone|email)"/);
      expect(JSON.parse(whole)[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThanOrEqual(20);
    }
  });
});
