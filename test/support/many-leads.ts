import type pg from 'pg';
import type { Sql } from '../../src/db/sql.ts';
import { followRecency } from './recency.ts';

const BATCH = 5_000;

/** Organization 1 with 10 teams, 40 agents, 8 statuses and 12 sources, whose internal ids count from 1. */
export async function insertPeople(client: pg.Client): Promise<void> {
  await client.query(
    `insert into organizations (id, public_id, name) overriding system value values (1, 'org_1', 'Acme')`,
  );
  await client.query(`insert into teams (organization_id, id, public_id, name)
    select 1, n, 'team_' || n, 'Team ' || n from generate_series(1, 10) as n`);
  await client.query(`insert into memberships (organization_id, id, public_id, name, role, team_id)
    select 1, n, 'mem_' || n, 'Member ' || n, 'agent', 1 + n % 10 from generate_series(1, 40) as n`);
  await client.query(`insert into statuses (organization_id, id, number, public_id, name, kind, position, initial)
    select 1, n, n - 1, 'sts_' || n, 'Status ' || n, 'open', n, n = 1 from generate_series(1, 8) as n`);
  await client.query(`insert into sources (organization_id, id, public_id, name)
    select 1, n, 'src_' || n, 'Source ' || n from generate_series(1, 12) as n`);
}

/**
 * Inserts many leads by SQL, as the service would write them: spread over the organization's agents, statuses and sources
 * (the later ones rarer), created evenly over two years. The same on every run.
 */
export async function insertManyLeads(sql: Sql, organizationId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += BATCH) {
    await sql.rows(INSERT, [organizationId, count, from, Math.min(count, from + BATCH - 1)]);
  }
  await followRecency(sql);
}

/** A number from 0 to 1 that looks random, different for each column. */
const drawn = (column: number) => `mod(n::bigint * ${[48_271, 69_621, 16_807, 40_692][column]}, 65521) / 65521.0`;
const iso = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const pick = (table: string, draw: string) => `${table}[1 + floor(${draw} * cardinality(${table}))::int]`;

const INSERT = `
  with given as (
    select (select array_agg(id order by id) from memberships where organization_id = $1 and role = 'agent') as owners,
           (select array_agg(id order by position) from statuses where organization_id = $1) as statuses,
           (select array_agg(id order by id) from sources where organization_id = $1) as sources
  ), leads_drawn as (
    select n, 'lead_' || lpad(n::text, 26, '0') as public_id, '+91' || (6000000000 + n) as phone,
           'asha' || n || '@example.in' as email, ${pick('owners', drawn(0))} as owner_id,
           ${pick('statuses', `power(${drawn(1)}, 3)`)} as status_id, ${pick('sources', `power(${drawn(2)}, 2)`)} as source_id,
           floor(101 * ${drawn(3)})::int as score,
           date_trunc('milliseconds', now() - interval '730 days' * (1.001 - n::float8 / $2::int)) as created_at,
           date_trunc('milliseconds', now() - interval '730 days' * (1.001 - n::float8 / $2::int) * ${drawn(2)}) as active_at
      from given, generate_series($3::int, $4::int) as n
  )
  insert into leads (organization_id, public_id, owner_id, team_id, created_at, first_name, last_name, phone, email,
                     email_key, source_id, status_id, status_since, score, last_activity_at, updated_at, rendered,
                     rendered_shape)
  select $1, public_id, owner_id,
         (select team_id from memberships where organization_id = $1 and id = leads_drawn.owner_id),
         created_at, 'Asha', 'Rao ' || n, phone, email, email, source_id, status_id, created_at, score, active_at, created_at,
         '"public_id":"' || public_id || '","contact":{"first_name":"Asha","last_name":"Rao ' || n || '","phone":"' || phone ||
         '","email":"' || email || '"}' || chr(10) || coalesce(source_id, 0) || ' ' || status_id || ' ' || coalesce(owner_id, 0) || chr(10) || '"estimated_value":null,"custom_fields":{},"last_activity_at":"' || ${iso('active_at')} || '","created_at":"' || ${iso('created_at')} ||
         '","updated_at":"' || ${iso('created_at')} || '"', 3
    from leads_drawn order by n`;
