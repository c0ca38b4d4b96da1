import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStages } from '../../src/reports/funnel/queries.ts';
import { Branches, type Shop } from '../support/distribution.ts';

let branches: Branches;
let shop: Shop;
beforeAll(async () => {
  branches = await Branches.open();
});
afterAll(() => branches.close());
beforeEach(async () => {
  shop = await branches.shop();
});

const ALL = 'filter[created_at]=0001-01-01..';

/** Leads of an organization, one a week, put in by SQL; `from` and `to` count weeks back. */
const insertWeeks = (from: number, to: number) =>
  shop.rows(
    `insert into leads (organization_id, public_id, phone, created_at, status_id, status_since, score, last_activity_at, updated_at,
                        rendered, rendered_shape, entered, recorded_status_id, recorded_at)
     select $1, 'lead_' || $1 || '_' || n, n::text, at, status.id, at, 0, at, at, '', 3, '\\x01', status.id, at
       from (select id from statuses where organization_id = $1 and initial) as status,
            (select n, timestamptz '2026-01-01' - n * interval '7 days' as at
               from generate_series($2::integer, $3::integer) as n) as moment`,
    [from, to],
  );

async function ask(path: string, accept = 'application/json') {
  const { statusCode, body } = await branches.process(0).http.inject({
    method: 'GET',
    url: `/api/v1/reports/${path}`,
    headers: { authorization: `Bearer ${shop.admin}`, accept },
  });
  return { status: statusCode, body };
}

describe('reports/conversion', () => {
  it('has 2,000 groups at most, and says so of one more', async () => {
    await insertWeeks(1, 2_000);
    const full = await ask(`conversion?group_by=week&${ALL}`);
    expect(full.status).toBe(200);
    expect(JSON.parse(full.body)).toMatchObject({ data: { groups: { length: 2_000 }, total: { leads: 2_000 } } });
    await insertWeeks(2_001, 2_001);
    const over = await ask(`conversion?group_by=week&${ALL}`);
    expect(over.status).toBe(422);
    const { errors } = JSON.parse(over.body);
    expect(errors).toEqual({ group_by: [expect.stringMatching(/^gives more than 2000 groups: /)] });
  });

  it('has 20,000 rows of CSV at most, and says so of one more', async () => {
    await insertWeeks(1, 20_000);
    const full = await ask(`conversion?group_by=week&${ALL}`, 'text/csv');
    expect(full.status).toBe(200);
    const weeks = full.body.split('\r\n').filter((line) => /^\d{4}-W\d\d,/.test(line));
    expect(weeks.length).toBe(20_000);
    await insertWeeks(20_001, 20_001);
    const over = await ask(`conversion?group_by=week&${ALL}`, 'text/csv');
    expect(over.status).toBe(422);
    const { errors } = JSON.parse(over.body);
    expect(errors).toEqual({ group_by: [expect.stringMatching(/^gives more than 20000 groups: /)] });
  });
});

describe('reports/distribution', () => {
  /** A lead for each of these rules, whose decision looked at the members from `first` to `last`, by their order. */
  const decide = (rules: readonly [number, number], members: readonly [number, number]) =>
    shop.rows(
      `with rule as (
         insert into distribution_rules (organization_id, public_id, name, position, conditions, strategy, pool)
         select $1::bigint, 'dr_' || $1::bigint || '_' || n, 'Rule ' || n, n, '{}', 'round_robin', '{"memberships": []}'
           from generate_series($2::integer, $3::integer) as n returning id, position
       ), pool as (
         select string_agg(id::text, ' ' order by id) as ids, repeat('n', count(*)::integer - 1) || 'C' as outcomes
           from (select id, row_number() over (order by id) as n from memberships where organization_id = $1::bigint and role = 'agent') as m
          where n between $4::integer and $5::integer
       ), lead as (
         insert into leads (organization_id, public_id, phone, status_id, status_since, score, last_activity_at, updated_at,
                            rendered, rendered_shape, decision_hash, chosen_candidate)
         select $1::bigint, 'lead_' || $1::bigint || '_' || rule.position, rule.position::text, status.id, now(), 0, now(), now(), '', 3,
                rule.id, length(pool.outcomes)
           from rule, pool, (select id from statuses where organization_id = $1::bigint and initial) as status
         returning id, decision_hash
       )
       insert into assignments (organization_id, lead_id, owner_id, rule_id, strategy, candidate_ids, outcomes, waiting, assigned_at)
       select $1::bigint, lead.id, 1, lead.decision_hash, 'round_robin', pool.ids, pool.outcomes, false, now() from lead, pool`,
      [...rules, ...members],
    );

  it('has 20,000 rows of rules and members at most, and says so of one more', async () => {
    await shop.rows(
      `insert into memberships (organization_id, public_id, name, role)
       select $1::bigint, 'mem_' || $1::bigint || '_' || n, 'Member ' || n, 'agent' from generate_series(1, 200) as n`,
    );
    await shop.team('West'); // a change of settings, with which the service reads them anew
    await decide([1, 100], [1, 200]);
    const full = await ask('distribution');
    expect(full.status).toBe(200);
    const { data, meta } = JSON.parse(full.body);
    expect(meta.cohort_size).toBe(100);
    expect(data.rules.map(({ members }: { members: unknown[] }) => members.length)).toEqual(Array(100).fill(200));
    await decide([101, 101], [1, 1]);
    const over = await ask('distribution');
    expect(over.status).toBe(422);
    expect(JSON.parse(over.body).errors).toEqual({
      'filter[created_at]': [expect.stringMatching(/^gives more than 20000 rows of rules and members: /)],
    });
  });
});

describe('reports/funnel', () => {
  it('takes four rows a status at most from the database, however many paths leads have gone', async () => {
    await insertWeeks(1, 3_000);
    // 3,000 sets of the twelve statuses that they may have entered, no two alike.
    await shop.rows(
      `update leads set entered = decode(lpad(to_hex(phone::integer), 4, '0'), 'hex') where organization_id = $1`,
    );
    const { services } = branches.process(0);
    const statuses = Array.from({ length: 16 }, (_, number) => ({ id: String(number + 1), number }));
    const cohort = {
      from: null,
      before: null,
      asOf: new Date(),
      isNow: true,
      sourceIds: null,
      ownerIds: null,
      ownerless: false,
      teamIds: null,
    };
    const actor = { organizationId: shop.organizationId, role: 'admin', teamId: null, membershipId: '0' } as never;
    const rows = await countStages(services.database, actor, cohort, statuses, [], []);
    const bits = (n: number) => [...Array(16).keys()].filter((k) => (n & (1 << (k < 8 ? k + 8 : k - 8))) !== 0);
    const paths = Array.from({ length: 3_000 }, (_, n) => bits(n + 1));
    const count = (is: (path: number[]) => boolean) => paths.filter(is).length;
    const expected = statuses.flatMap(({ id, number }) => [
      { status_id: id, now: 'open', leads: count((path) => path.at(-1) === number) },
      { status_id: id, now: null, leads: count((path) => path.includes(number)) },
    ]);
    const byRow = (one: object) => JSON.stringify(one);
    expect(rows.map(({ status_id, now, leads }) => byRow({ status_id, now, leads })).sort()).toEqual(
      expected
        .filter(({ leads }) => leads > 0)
        .map(byRow)
        .sort(),
    );
    expect(rows.length).toBeLessThanOrEqual(4 * statuses.length);
  });
});
