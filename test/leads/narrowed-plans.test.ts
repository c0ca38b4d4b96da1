import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import { connectOnce } from '../../src/db/connect.ts';
import type { Position } from '../../src/db/cursor.ts';
import type { Sql } from '../../src/db/sql.ts';
import { searchWords } from '../../src/leads/finding/words.ts';
import { everyLead, type LeadFilter } from '../../src/leads/listing/filter.ts';
import type { PageRow } from '../../src/leads/listing/page.ts';
import { readPlanned } from '../../src/leads/listing/planned.ts';
import type { Settings } from '../../src/settings/snapshot.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { insertManyLeads, insertPeople } from '../support/many-leads.ts';
import { admin, someone } from '../support/plan-actors.ts';

/** More than those up to which every list is read in whichever way. */
const LEADS = 20_000;
const SIZE = 50;

let own: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  own = await createTestDatabase();
  client = await connectOnce(own.target);
  await insertPeople(client);
  const rows = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  const row = async (text: string, values?: readonly unknown[]) => (await rows<never>(text, values))[0];
  await insertManyLeads({ rows, row, shortRow: row }, '1', LEADS);
  // One lead in five has an address that ends with `in`, which is fewer than in most organizations.
  await client.query(`update leads set words = ' asha example in' where id * 7919 % 10 < 2`);
  await client.query(`insert into lead_terms (organization_id, lead_id, created_at, term)
    select organization_id, id, created_at, 'p' || substr(phone, 2) from leads`);
  await client.query('vacuum analyze');
});

afterAll(async () => {
  await client.end();
  await own.drop();
});

const manager: Actor = { ...someone, membershipId: '0', role: 'manager', teamId: '1' };
const agent: Actor = { ...someone, membershipId: '20', role: 'agent', teamId: '1' };

interface Cost {
  buffers: number;
  page: PageRow | undefined;
  after: Position;
}

/** Reads a page with nothing remembered; counts the buffers of its statements, without those that only plan. */
async function read(actor: Actor, parts: Partial<LeadFilter>, after: Position | null = null): Promise<Cost> {
  let buffers = 0;
  const row = async (text: string, values: readonly unknown[] = []) => {
    if (!text.startsWith('explain')) {
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const { Plan } = rows[0]['QUERY PLAN'][0];
      buffers += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    return (await client.query(text, [...values])).rows[0];
  };
  const sql = { row, shortRow: row } as unknown as Sql;
  const settings = { organization: { id: '1' } } as Settings;
  const filter = { ...everyLead, ...parts };
  const request = { actor, filter, page: { size: SIZE, limit: SIZE + 1, after }, now: new Date() };
  const page = await readPlanned(sql, settings, request);
  const key = page?.last_key ?? 0;
  return { buffers, page, after: [key instanceof Date ? key.toISOString() : key, page?.last_id ?? ''] };
}

/** Counting that there are many leads. */
const COUNTING = 45;

test('a page of what has changed, by last activity, costs no more in the depth', async () => {
  const changed: Partial<LeadFilter> = {
    sort: '-last_activity_at',
    updated: { from: new Date(Date.now() - 700 * 86_400_000), before: new Date() },
  };
  const first = await read(admin, changed);
  const [{ key, id }] = (
    await client.query(`select last_activity_at as key, lead_id as id from lead_recency
      order by last_activity_at desc, lead_id desc offset ${0.8 * LEADS} limit 1`)
  ).rows;
  const deep = await read(admin, changed, [key.toISOString(), id]);
  expect(deep.page?.found).toBe(SIZE + 1);
  expect(deep.buffers).toBeLessThanOrEqual(first.buffers + SIZE + 1);
});

test('few leads with some digits are looked up, not looked for among the hot leads of all teams', async () => {
  const { buffers, page } = await read(manager, {
    sort: '-last_activity_at',
    leastScore: 50,
    search: searchWords('1234'),
  });
  expect(page).toBeDefined();
  // Twice what finding the digits reads: they are counted before.
  expect(buffers - COUNTING).toBeLessThanOrEqual(200);
});

test('a search of fifty words asks and reads as much as one of its ten longest', async () => {
  const asked = async (text: string) => {
    const statements: string[] = [];
    let buffers = 0;
    const row = async (statement: string, values: readonly unknown[] = []) => {
      statements.push(statement);
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${bare(statement)}`, [...values]);
      const { Plan } = rows[0]['QUERY PLAN'][0];
      if (!statement.startsWith('explain')) buffers += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
      return (await client.query(statement, [...values])).rows[0];
    };
    const request = {
      actor: admin,
      filter: { ...everyLead, search: searchWords(text) },
      page: { size: SIZE, limit: SIZE + 1, after: null },
      now: new Date(),
    };
    const page = await readPlanned({ row } as unknown as Sql, { organization: { id: '1' } } as Settings, request);
    return { statements: statements.length, buffers, found: page?.found };
  };
  const bare = (statement: string) => statement.replace(/^explain \([^)]*\) /, '');
  const letters = Array.from({ length: 40 }, (_, n) => String.fromCodePoint(0x915 + n));
  const longest = ['asha', 'example', ...Array.from({ length: 8 }, (_, n) => `kumar${n}`)].join(' ');
  const [ten, fifty] = [await asked(longest), await asked(`${letters.join(' ')} ${longest}`)];
  expect(fifty.statements).toBe(ten.statements);
  expect(fifty.buffers).toBeLessThanOrEqual(ten.buffers);
});

test('digits that are all the same are not looked for in the index of phones, which would read every number with three', async () => {
  const texts: string[] = [];
  const row = async (text: string, values: readonly unknown[] = []) => {
    texts.push(text);
    return (await client.query(text, [...values])).rows[0];
  };
  const request = {
    actor: agent,
    filter: { ...everyLead, search: searchWords('0000') },
    page: { size: SIZE, limit: SIZE + 1, after: null },
    now: new Date(),
  };
  await readPlanned({ row } as unknown as Sql, { organization: { id: '1' } } as Settings, request);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes('lead_terms'))).toEqual([]);
});

test('a page of an agent’s leads by score reads each lead that it checks once, at every depth', async () => {
  for (const sort of ['score', '-score'] as const) {
    const list: Partial<LeadFilter> = { sort, search: searchWords('in') };
    const first = await read(agent, list);
    const second = await read(agent, list, first.after);
    for (const { page, buffers } of [first, second]) {
      expect(page?.found).toBe(SIZE + 1);
      expect(buffers - COUNTING).toBeLessThanOrEqual(550);
    }
  }
});

test('a member with few leads has them listed, even if statistics take them for many', async () => {
  const few: Actor = { ...agent, membershipId: '40', teamId: '1' };
  await client.query(
    'update leads set owner_id = case when id % 12 = 0 then 40 else 39 end where id % 12 = 0 or owner_id = 40',
  );
  await client.query('analyze leads');
  await client.query('update leads set owner_id = 39 where owner_id = 40 and id % 120 <> 0');
  await client.query(
    `update lead_recency set owner_id = leads.owner_id from leads where leads.id = lead_recency.lead_id`,
  );
  await client.query('vacuum leads, lead_recency');
  const { page, buffers } = await read(few, { sort: '-last_activity_at', search: searchWords('123') });
  expect(page?.found).toBeGreaterThan(0);
  expect(buffers).toBeLessThanOrEqual(2_000);
});
