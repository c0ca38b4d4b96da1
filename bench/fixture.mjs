// A seeded organization for measuring: 10 teams, 100 members, 8 statuses, 12 sources, and leads over two years.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectOnce } from '../dist/db/connect.js';
import { openEmbedded } from '../dist/db/embedded/index.js';
import { migrate } from '../dist/db/migrate.js';

/** A throwaway PostgreSQL with the schema; `close` removes it. */
export async function openBenchServer(settings = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
  chmodSync(directory, 0o755);
  const server = await openEmbedded({
    dataDirectory: directory,
    log: () => {},
    settings: { max_wal_size: '4GB', maintenance_work_mem: '512MB', ...settings },
  });
  await migrate(server.target);
  return {
    target: server.target,
    client: await connectOnce(server.target),
    async close() {
      await this.client.end();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const SHARES = {
  // Rarer the further down the pipeline: a page filtered by a rare status is the hard case.
  statuses: [34, 22, 15, 10, 8, 6, 4.5, 0.5],
  sources: [25, 20, 15, 10, 8, 6, 5, 4, 3, 2, 1.5, 0.5],
};

/** SQL that picks 1..n by these shares, from a number between 0 and 1. */
function pick(shares, uniform) {
  let sum = 0;
  const arms = shares.slice(0, -1).map((share, n) => {
    sum += share / 100;
    return `when ${uniform} < ${sum} then ${n + 1}`;
  });
  return `case ${arms.join(' ')} else ${shares.length} end`;
}

/**
 * Loads `leads` leads; the same on every run. They are spread evenly over two years, or, where `recent` is given, so many of
 * them over the last 30 days. Answers the organization's internal id.
 */
export async function loadFixture(client, leads, { recent = 0 } = {}) {
  const { rows } = await client.query(
    `insert into organizations (public_id, name) values ('org_00000000000000000000000000', 'Bench') returning id`,
  );
  const organization = rows[0].id;
  const one = (text, values = []) => client.query(text, [organization, ...values]);
  await one(`insert into teams (organization_id, id, public_id, name)
    select $1, n, 'team_' || lpad(n::text, 26, '0'), 'Team ' || n from generate_series(1, 10) as n`);
  await one(`insert into memberships (organization_id, id, public_id, name, role, team_id)
    select $1, n, 'mem_' || lpad(n::text, 26, '0'), 'Member ' || n,
           case when n <= 10 then 'manager' else 'agent' end, 1 + n % 10 from generate_series(1, 100) as n`);
  await one(`insert into statuses (organization_id, id, public_id, name, kind, position, initial)
    select $1, n, 'sts_' || lpad(n::text, 26, '0'), 'Status ' || n,
           case n when 7 then 'won' when 8 then 'lost' else 'open' end, n, n = 1 from generate_series(1, 8) as n`);
  await one(`insert into sources (organization_id, id, public_id, name)
    select $1, n, 'src_' || lpad(n::text, 26, '0'), 'Source ' || n from generate_series(1, 12) as n`);
  await client.query('select setseed(0.42)');
  const batch = 100_000;
  for (let from = 1; from <= leads; from += batch) {
    await one(
      `insert into leads (organization_id, public_id, owner_id, team_id, created_at, first_name, last_name, phone, email,
              email_key, source_id, status_id, status_since, estimated_value, custom_fields, score, last_activity_at,
              updated_at, rendered, rendered_shape, entered, recorded_status_id, recorded_at)
       select $1, 'lead_' || lpad(n::text, 26, '0'), owner, 1 + owner % 10, created, 'Asha', 'Rao ' || n,
              '+91' || (6000000000 + n), 'asha' || n || '@example.in', 'asha' || n || '@example.in',
              ${pick(SHARES.sources, 'r2')}, status, created, 250000, '{"product_interest": "Term plan"}',
              (100 * r3 * r3)::int, created + (now() - created) * r4, created,
              '"public_id":"lead_' || lpad(n::text, 26, '0') || '","contact":{"first_name":"Asha","last_name":"Rao ' || n ||
              '","phone":"+91' || (6000000000 + n) || '","email":"asha' || n || '@example.in"}' || chr(10) ||
              '"estimated_value":250000,"custom_fields":{"product_interest":"Term plan"},' ||
              '"last_activity_at":"2026-01-31T09:30:00.000Z","created_at":"2026-01-31T09:30:00.000Z","updated_at":"2026-01-31T09:30:00.000Z"', 2,
              ' 1 2 3 ' || greatest(4, status) || ' ', greatest(4, status), created + interval '3 days' * r4
         from (select *, ${pick(SHARES.statuses, 'r1')} as status
                 from (select n, 11 + (random() * 89)::int as owner, random() as r1, random() as r2, random() as r3,
                              random() as r4,
                              case when n > $2::int - $5::int
                                   then now() - interval '30 days' * (($2::int - n) / greatest($5, 1)::float8)
                                   else now() - interval '730 days' * (1 - n / $2::float8) - interval '31 days' * least($5, 1)
                              end as created
                         from generate_series($3::int, $4::int) as n) as numbers) as drawn`,
      [leads, from, Math.min(leads, from + batch - 1), recent],
    );
  }
  await client.query('vacuum (freeze, analyze)');
  return organization;
}

/** Four recorded transitions a lead, as its columns say it has, in the order in which they would have come. */
export async function loadTransitions(client, organization) {
  await client.query(
    `insert into transitions (organization_id, public_id, lead_id, lead_created_at, from_status_id, to_status_id, note,
                              seconds_in_from, actor_token_id, actor_membership_id, occurred_at)
     select $1, 'trn_' || lpad((id * 4 + step)::text, 26, '0'), id, created_at,
            nullif(step, 0), case step when 3 then recorded_status_id else step + 1 end,
            case step when 2 then 'Wants a call on Monday' end, case when step > 0 then 86400 end, 1, 1,
            created_at + (recorded_at - created_at) * (step / 3.0)
       from leads, generate_series(0, 3) as step
      where organization_id = $1
      order by created_at + (recorded_at - created_at) * (step / 3.0)`,
    [organization],
  );
  await client.query('vacuum (freeze, analyze) transitions');
}
