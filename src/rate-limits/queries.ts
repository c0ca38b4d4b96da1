import type { Sql } from '../db/sql.ts';
import { listOrganizationsBy } from '../db/sweep.ts';

/** What a process asks of a bucket that all processes share. */
export interface CallsAsked {
  readonly organizationId: string;
  readonly key: Buffer;
  readonly quota: number;
  /** For requests that wait now. */
  readonly needed: number;
  /** For those to come; fewer are given where the bucket is not full enough. */
  readonly ahead: number;
  /** Calls held in advance that are used or come back, and how many of them come back. */
  readonly settled: number;
  readonly returned: number;
}

export interface CallsTaken {
  granted: number;
  /** What is left in the bucket after that. */
  remaining: number;
}

export async function takeCalls(sql: Sql, asked: CallsAsked): Promise<CallsTaken> {
  const { organizationId, key, quota, needed, ahead, settled, returned } = asked;
  const row = await sql.row<CallsTaken>(
    'select granted, remaining from leadline_take_calls($1, $2, $3, $4, $5, $6, $7)',
    [organizationId, key, quota, needed, ahead, settled, returned],
  );
  if (row === undefined) throw new Error('the calls were not answered');
  return row;
}

/** Organizations with buckets that have been full for a while, by the database's own clock. */
export const listRestedOrganizations = (sql: Sql) =>
  listOrganizationsBy(
    sql,
    `select distinct organization_id from rate_limits where counted_at < now() - interval '90 seconds' limit 1000`,
  );

/** Deletes up to `most` of them, and says how many: a flood from many addresses leaves too many for one statement. */
export async function deleteRested(sql: Sql, organizationId: string, most: number): Promise<number> {
  const rows = await sql.rows(
    `delete from rate_limits
      where organization_id = $1 and key = any(array(
        select key from rate_limits
         where organization_id = $1 and counted_at < now() - interval '90 seconds'
         limit $2))
        and counted_at < now() - interval '90 seconds'
     returning organization_id`,
    [organizationId, most],
  );
  return rows.length;
}
