import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import { connectOnce } from '../../src/db/connect.ts';
import type { Sql } from '../../src/db/sql.ts';
import type { Cohort } from '../../src/reports/cohort.ts';
import { countGroups } from '../../src/reports/conversion/queries.ts';
import { countGiven } from '../../src/reports/distribution/queries.ts';
import { countStages } from '../../src/reports/funnel/queries.ts';
import { countCycles } from '../../src/reports/velocity/queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { insertManyLeads, insertPeople } from '../support/many-leads.ts';
import { admin } from '../support/plan-actors.ts';

let own: TestDatabase;
let client: pg.Client;
let explained: Plan[] = [];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Heap Fetches'?: number;
  'Actual Loops': number;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Each lead went to its owner, among forty who could have had it. */
const ASSIGN = `
  insert into assignments (organization_id, lead_id, owner_id, rule_id, strategy, candidate_ids, outcomes, waiting,
                           assigned_at)
  select 1, id, owner_id, 1, 'round_robin', (select string_agg(n::text, ' ' order by n) from generate_series(1, 40) as n),
         repeat('n', owner_id::integer - 1) || 'C' || repeat('n', 40 - owner_id::integer), false, created_at
    from leads where organization_id = 1`;

beforeAll(async () => {
  own = await createTestDatabase();
  client = await connectOnce(own.target);
  // What is not on disk yet, VACUUM does not take for seen by all.
  await client.query('set synchronous_commit = on; set random_page_cost = 1.1');
  const rows = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  await insertPeople(client);
  await insertManyLeads({ rows: (text, values) => rows(text, values) } as Sql, '1', 5_000);
  await client.query(ASSIGN);
  await client.query('update leads set decision_hash = 1, chosen_candidate = owner_id where organization_id = 1');
  await client.query('vacuum (freeze, analyze)');
});
afterAll(async () => {
  await client.end();
  await own.drop();
});

/** Explains whatever it is to run. */
const explaining: Sql = {
  async rows(text, values = []) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
    explained = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    return [];
  },
  row: async (text, values) => (await explaining.rows<never>(text, values))[0] ?? ({} as never),
  shortRow: (text, values) => explaining.row(text, values),
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const anybody = { sourceIds: null, ownerIds: null, ownerless: false, teamIds: null };
const cohorts: Record<string, Cohort> = {
  'all leads': { from: null, before: null, asOf: new Date(), isNow: true, ...anybody },
  'the leads of a month': {
    from: new Date(Date.now() - 30 * 86_400_000),
    before: null,
    asOf: new Date(),
    isNow: true,
    ...anybody,
  },
};
const stages = Array.from({ length: 7 }, (_, n) => ({ id: String(n + 1), number: n }));
const funnel = (sql: Sql, actor: Actor, cohort: Cohort) => countStages(sql, actor, cohort, stages, ['7'], ['8']);
const reports: Record<string, (sql: Sql, actor: Actor, cohort: Cohort) => Promise<unknown>> = {
  funnel,
  velocity: (sql, actor, cohort) => countCycles(sql, actor, cohort, ['7'], ['8']),
  ...Object.fromEntries(
    (['source', 'owner', 'team', 'week', 'status'] as const).map((groupBy) => [
      `conversion by ${groupBy}`,
      (sql: Sql, actor: Actor, cohort: Cohort) =>
        countGroups(sql, actor, cohort, { groupBy, timeZone: 'Asia/Kolkata', limit: 100 }, ['7'], ['8']),
    ]),
  ),
};

describe.each(Object.keys(reports))('%s', (report) => {
  it.each(Object.keys(cohorts))('reads %s from an index, and no lead itself', async (cohort) => {
    await reports[report]?.(explaining, admin, cohorts[cohort] as Cohort);
    const scans = explained.filter((node) => node['Relation Name'] === 'leads');
    expect(scans).toMatchObject([{ 'Node Type': 'Index Only Scan', 'Heap Fetches': 0 }]);
  });
});

describe('distribution', () => {
  it.each(Object.keys(cohorts))('takes the decisions about %s apart once for all that are alike', async (cohort) => {
    await countGiven(explaining, admin, cohorts[cohort] as Cohort, 1_000);
    const scans = explained.filter((node) => node['Relation Name'] === 'leads' && node['Actual Loops'] > 0);
    expect(scans).toMatchObject([{ 'Node Type': 'Index Only Scan', 'Heap Fetches': 0 }]);
    const apart = explained.filter((node) => node['Node Type'] === 'Function Scan');
    expect(apart.length).toBeGreaterThan(0);
    for (const node of apart) expect(node['Actual Loops']).toBeLessThanOrEqual(40); // of 5,000 decisions, all alike
  });

  it.each(Object.keys(cohorts))('reads hardly more than the funnel does for %s, and one assignment', async (cohort) => {
    await funnel(explaining, admin, cohorts[cohort] as Cohort);
    const buffers = () => (explained[0]?.['Shared Hit Blocks'] ?? 0) + (explained[0]?.['Shared Read Blocks'] ?? 0);
    const ofFunnel = buffers();
    expect(ofFunnel).toBeGreaterThan(0);
    await countGiven(explaining, admin, cohorts[cohort] as Cohort, 1_000);
    expect(buffers()).toBeLessThanOrEqual(ofFunnel + 10);
    const read = explained
      .filter((node) => node['Relation Name'] === 'assignments')
      .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(read).toBe(1);
  });
});
