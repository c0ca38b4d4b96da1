import type { Sql } from '../../db/sql.ts';
import { listOrganizationsBy } from '../../db/sweep.ts';
import type { LeadRow } from '../row.ts';

/** Ids of leads whose score has changed by age, those first that have waited longest. */
export async function listDueIds(
  sql: Sql,
  organizationId: string,
  { now, version, limit }: { now: Date; version: number; limit: number },
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from leads
      where organization_id = $1 and rescore_at <= $2 and scored_with <= $3
      order by rescore_at
      limit $4`,
    [organizationId, now.toISOString(), version, limit],
  );
  return rows.map(({ id }) => id);
}

/** Asked by organization, so that PostgreSQL may look into the index once for each rather than read all of it. */
export const listOrganizationsWithDue = (sql: Sql, now: Date) =>
  listOrganizationsBy(
    sql,
    `select o.id as organization_id from organizations as o
      where exists (select 1 from leads where leads.organization_id = o.id and leads.rescore_at <= $1)
      limit 1000`,
    [now.toISOString()],
  );

export type FreshScore = Pick<LeadRow, 'id' | 'version' | 'score' | 'signals' | 'rescore_at'>;

/** Writes scores where leads are still what they were computed from; answers whose score was written. */
export async function updateScores(
  sql: Sql,
  organizationId: string,
  { now, version }: { now: Date; version: number },
  fresh: readonly FreshScore[],
): Promise<string[]> {
  const [row] = await sql.rows<{ ids: string[] | null }>(
    'select leadline_write_scores($1, $2, $3, $4, $5, $6, $7, $8) as ids',
    [
      organizationId,
      version,
      now.toISOString(),
      fresh.map((lead) => lead.id),
      fresh.map((lead) => lead.version),
      fresh.map((lead) => lead.score),
      fresh.map((lead) => lead.signals && JSON.stringify(lead.signals)),
      fresh.map((lead) => lead.rescore_at?.toISOString() ?? null),
    ],
  );
  return row?.ids ?? [];
}

export const countLeads = async (sql: Sql, organizationId: string): Promise<string | null> =>
  (
    await sql.row<{ n: string }>('select count(*) as n from leads where organization_id = $1 and not erased', [
      organizationId,
    ])
  )?.n ?? null;

/** The next leads of a walk through all of them; `behind`: an older model scored it. */
export const listNextLeads = (
  sql: Sql,
  organizationId: string,
  { afterId, version, limit }: { afterId: string; version: number; limit: number },
) =>
  sql.rows<{ id: string; behind: boolean }>(
    `select id, scored_with < $3 as behind from leads
      where organization_id = $1 and id > $2 and not erased
      order by id
      limit $4`,
    [organizationId, afterId, version, limit],
  );

/** Of these leads, those that an older model scored. */
export async function listBehind(sql: Sql, organizationId: string, ids: readonly string[], version: number) {
  const rows = await sql.rows<{ id: string }>(
    'select id from leads where organization_id = $1 and id = any($2::bigint[]) and scored_with < $3 and not erased',
    [organizationId, ids, version],
  );
  return rows.map(({ id }) => id);
}

/** How far the leads of an organization have been scored anew, and until when a process works on it. */
export interface Progress {
  version: number;
  total: string | null;
  done: string;
  after_id: string;
  walked_at: Date | null;
  finished_at: Date | null;
  leased_until: Date;
}

export const listOrganizationsToRescore = (sql: Sql) =>
  listOrganizationsBy(sql, 'select organization_id from rescorings where finished_at is null limit 1000');

/** Takes it on, unless another process works on it. Timed by the database: processes may differ in theirs. */
export const claimRescoring = (sql: Sql, organizationId: string, seconds: number) =>
  sql.row<Progress>(
    `update rescorings set leased_until = now() + make_interval(secs => $2)
      where organization_id = $1 and finished_at is null and leased_until < now()
      returning version, total, done, after_id, walked_at, finished_at, leased_until`,
    [organizationId, seconds],
  );

/** Keeps the progress, and the lease. Undefined: the lease has gone to another process, or a new model came. */
export const keepProgress = (sql: Sql, organizationId: string, seconds: number, held: Progress) =>
  sql.row<{ leased_until: Date }>(
    `update rescorings
        set leased_until = now() + make_interval(secs => $2), total = $5, done = $6, after_id = $7, walked_at = $8,
            finished_at = $9
      where organization_id = $1 and version = $3 and leased_until = $4
      returning leased_until`,
    [
      ...[organizationId, seconds, held.version, held.leased_until.toISOString(), held.total, held.done, held.after_id],
      ...[held.walked_at?.toISOString() ?? null, held.finished_at?.toISOString() ?? null],
    ],
  );

/** Leaves it to whoever comes next. */
export async function endLease(sql: Sql, organizationId: string, { version, leased_until }: Progress): Promise<void> {
  await sql.rows(
    `update rescorings set leased_until = '-infinity'
      where organization_id = $1 and version = $2 and leased_until = $3`,
    [organizationId, version, leased_until.toISOString()],
  );
}

export const hasPendingRescoring = async (sql: Sql, organizationId: string): Promise<boolean> =>
  (await sql.row('select version from rescorings where organization_id = $1 and finished_at is null', [
    organizationId,
  ])) !== undefined;
