import type { Sql } from '../db/sql.ts';

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::float8';

export interface TurnsRow {
  version: string | null;
  state: string | null;
  loads: { id: string; open: number; given: number }[];
  /** Of the turns under way, those whose lead has been written. */
  written: string[];
  /** Milliseconds, by the database's clock. */
  now: number;
}

/**
 * The turns of an organization with what its members have, seen at one moment: a lead is either written, and counted among
 * its owner's, or its turn is still under way.
 */
export async function readTurns(
  sql: Sql,
  organizationId: string,
  memberIds: readonly string[],
  openStatusIds: readonly string[],
  dayStart: Date,
): Promise<TurnsRow> {
  const row = await sql.row<TurnsRow>(
    `select turns.version, turns.state,
            (select coalesce(json_agg(json_build_object('id', member.id::text,
                      'open', (select count(*) from leads
                                where leads.organization_id = $1 and leads.owner_id = member.id
                                  and leads.status_id = any($3::bigint[])),
                      'given', (select count(*) from assignments
                                 where assignments.organization_id = $1 and assignments.owner_id = member.id
                                   and assignments.assigned_at >= $4))), '[]')
               from unnest($2::bigint[]) as member (id)) as loads,
            (select coalesce(json_agg(assignments.turn::text), '[]')
               from jsonb_array_elements(turns.state::jsonb -> 'taken') as taken
               join leads on leads.organization_id = $1 and leads.public_id = taken ->> 'lead'
               join assignments on assignments.organization_id = $1 and assignments.lead_id = leads.id
                    and assignments.turn = (taken ->> 'turn')::bigint) as written,
            ${NOW} as now
       from (select $1::bigint as organization_id) as own
       left join distribution_turns as turns on turns.organization_id = own.organization_id and turns.organization_id = $1`,
    [organizationId, memberIds, openStatusIds, dayStart.toISOString()],
  );
  if (row === undefined) throw new Error('the turns were not answered');
  return row;
}

export interface KeptTurns {
  kept: boolean;
  version: string;
  state: string | null;
  now: number;
}

/** Keeps the new state if the turns still have that version; else answers what they are now. */
export async function keepTurns(sql: Sql, organizationId: string, version: string, state: string): Promise<KeptTurns> {
  const row = await sql.row<KeptTurns>(
    `select kept, version, state, ${NOW} as now from leadline_keep_turns($1, $2, $3)`,
    [organizationId, version, state],
  );
  if (row === undefined) throw new Error('the turns were not answered');
  return row;
}

/** Holds the turns until the transaction ends: for whoever has lost too often. */
export async function lockTurns(sql: Sql, organizationId: string): Promise<void> {
  await sql.rows('select version from distribution_turns where organization_id = $1 for update', [organizationId]);
}
