import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/access/actor.ts';
import type { AuditFilter } from '../../src/audit/filter.ts';
import { readTrail } from '../../src/audit/trail.ts';
import { connectOnce } from '../../src/db/connect.ts';
import type { Position } from '../../src/db/cursor.ts';
import type { Sql } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { insertManyLeads, insertPeople } from '../support/many-leads.ts';
import { admin, someone } from '../support/plan-actors.ts';

const LEADS = 10_000;
const ENTRIES = 100_000;
const BATCH = 5_000;
const SIZE = 50;

let own: TestDatabase;
let client: pg.Client;
let plain: Sql;

const run = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await client.query(text, [...values])).rows as Row[];

/** Two years in which one entry of 50 is on no lead. Member 40 left after the first weeks; one lead has a long history. */
const INSERT_ENTRIES = `
  insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                             actor_membership_id, changes, occurred_at)
  select 1, 'aud_' || lpad(n::text, 26, '0'),
         case when n % 50 = 0 then (array['token.issued', 'session.started', 'webhook.updated', 'form.updated'])[1 + n / 50 % 4]
              when n % 1000 = 1 then 'lead.erased' when n % 1000 = 2 then 'lead.reenquired'
              else (array['lead.created', 'lead.updated', 'lead.moved', 'lead.note_added'])[1 + n % 4] end,
         case when n % 50 = 0 then (array['token', 'token', 'webhook', 'form'])[1 + n / 50 % 4] else 'lead' end,
         case when n % 50 = 0 then 'whk_' || n / 50 % 100 else leads.public_id end,
         leads.id,
         case when n < 5000 and n % 7 = 0 then 40 when n % 3 > 0 then 1 + (n * 7919::bigint) % 39 end,
         jsonb_build_array(jsonb_build_object('field', 'first_name', 'from', 'Asha', 'to', repeat('A', n % 200))),
         date_trunc('milliseconds', now() - interval '730 days' * (1.001 - n::float8 / ${ENTRIES}))
    from generate_series($1::integer, $2::integer) as n
    left join leads on leads.organization_id = 1 and n % 50 > 0
     and leads.id = case when n % 10 = 3 then 7 else 1 + (n * 104729::bigint) % ${LEADS} end
   order by n`;

beforeAll(async () => {
  own = await createTestDatabase();
  client = await connectOnce(own.target);
  await insertPeople(client);
  plain = {
    rows: (text, values) => run(text, values),
    row: async (text, values) => (await run<never>(text, values))[0],
    shortRow: async (text, values) => (await run<never>(text, values))[0],
  };
  await insertManyLeads(plain, '1', LEADS);
  // Team 11 has a handful of leads, team 12 has leads that nobody has touched for long.
  await client.query(
    `insert into teams (organization_id, id, public_id, name) values (1, 11, 'team_11', 'Few'), (1, 12, 'team_12', 'Quiet')`,
  );
  await client.query(
    'update leads set team_id = case when id <= 5 then 11 else 12 end where id between 1 and 3000 and id <> 7',
  );
  for (let from = 1; from <= ENTRIES; from += BATCH) await client.query(INSERT_ENTRIES, [from, from + BATCH - 1]);
  await client.query('analyze'); // else older servers compare every entry with every lead
  await client.query(`delete from audit_entries using leads
     where audit_entries.organization_id = 1 and leads.organization_id = 1 and leads.id = lead_id and team_id in (11, 12) and occurred_at > now() - interval '200 days'`);
  await client.query('vacuum analyze');
}, 120_000);

afterAll(async () => {
  await client.end();
  await own.drop();
});

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Buffers of every statement that is sent, planned once for all values or for these, whichever is worse. */
async function buffersOf(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  let worst = 0;
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    let buffers = 0;
    await client.query(`set plan_cache_mode = ${mode}`);
    const rows = async <Row>(text: string, values: readonly unknown[] = []) => {
      await client.query(`prepare page as ${text}`);
      const literals = values.map((value) => client.escapeLiteral(String(value)));
      const explained = await client.query(`explain (analyze, buffers, format json) execute page (${literals})`);
      const plan: Plan = explained.rows[0]['QUERY PLAN'][0].Plan;
      buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      await client.query('deallocate page');
      return run<Row>(text, values);
    };
    await work({
      rows,
      row: async (text, values) => (await rows<never>(text, values))[0],
      shortRow: async (text, values) => (await rows<never>(text, values))[0],
    });
    worst = Math.max(worst, buffers);
  }
  await client.query('reset plan_cache_mode');
  return worst;
}

const managerOf = (teamId: string): Actor => ({ ...someone, membershipId: '0', role: 'manager', teamId });
const actors = {
  'an admin': admin,
  'the manager of a team': managerOf('1'),
  'the manager of a handful of leads': managerOf('11'),
  'the manager of quiet leads': managerOf('12'),
};

const everything: AuditFilter = { action: null, actor: null, subject: null, subjectType: null, occurred: null };
const lead = (n: number) => `lead_${String(n).padStart(26, '0')}`;
const days = (from: number, to: number) => ({
  from: new Date(Date.now() - from * 86_400_000),
  before: new Date(Date.now() - to * 86_400_000),
});
const parts: Record<string, readonly Partial<AuditFilter>[]> = {
  nothing: [{}],
  action: ['lead.moved', 'lead.reenquired', 'lead.erased', 'webhook.updated', 'no.such'].map((action) => ({ action })),
  actor: ['mem_3', 'mem_40', 'mem_nobody'].map((actor) => ({ actor })),
  subject: [lead(7), lead(4711), lead(99), 'whk_3', 'lead_no', 'form_no'].map((subject) => ({ subject })),
  subjectType: ['lead', 'webhook', 'token', 'view'].map((subjectType) => ({ subjectType })),
  occurred: [{ occurred: days(7, 0) }, { occurred: days(500, 470) }],
};

/** Every filter alone and with every other one. */
function* combinations(): Generator<[string, AuditFilter]> {
  const names = Object.keys(parts);
  const seen = new Set<string>();
  for (const one of names) {
    for (const other of names) {
      for (const first of parts[one] ?? []) {
        for (const second of parts[other]?.slice(0, 3) ?? []) {
          const filter = { ...everything, ...second, ...first };
          const name = JSON.stringify(filter);
          if (!seen.has(name)) yield [name, filter];
          seen.add(name);
        }
      }
    }
  }
}

/** Of the statements of a page together: 8 KiB each. */
const MOST_BUFFERS = 2_500;

describe.each(Object.entries(actors))('a page of the audit trail, read by %s', (_name, actor) => {
  it('costs little, with every filter alone and with every two of them, also in the depth', async () => {
    const dear: string[] = [];
    const middle: Position = [new Date(Date.now() - 300 * 86_400_000).toISOString(), '1000'];
    for (const [name, filter] of combinations()) {
      const isAlone = Object.values(filter).filter((value) => value !== null).length < 2;
      for (const after of isAlone ? [null, middle] : [null]) {
        const buffers = await buffersOf((sql) => readTrail(sql, actor, filter, after, SIZE + 1));
        if (buffers > MOST_BUFFERS) dear.push(`${buffers} ${name} ${after}`);
      }
    }
    expect(dear).toEqual([]);
  });
});
