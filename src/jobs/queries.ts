import type { Actor } from '../access/actor.ts';
import { ownInScope } from '../access/scope.ts';
import { type CallerColumns, callerColumns, joinCaller } from '../audit/actor-columns.ts';
import type { Position } from '../db/cursor.ts';
import { insertRows } from '../db/many-rows.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import { type Query, query, type Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { JobState } from './schemas.ts';

export interface JobRow extends CallerColumns {
  id: string;
  public_id: string;
  state: JobState;
  reason: string | null;
  /** JSON. */
  change: string;
  filter: string | null;
  failures: string;
  request_id: string | null;
  total: number;
  processed: number;
  changed: number;
  unchanged: number;
  failed: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const shownColumns = `jobs.id, jobs.public_id, jobs.state, jobs.reason, jobs.change, jobs.filter, jobs.failures, jobs.request_id,
  jobs.total, jobs.processed, jobs.changed, jobs.unchanged, jobs.failed, jobs.created_at, jobs.started_at, jobs.finished_at,
  ${callerColumns}`;

const withNames = `jobs ${joinCaller('jobs.organization_id', 'jobs.')}`;

export function findJob(sql: Sql, actor: Actor, publicId: string): Promise<JobRow | undefined> {
  const values = new Values();
  const scope = ownInScope(actor, values, 'jobs');
  const text = `select ${shownColumns} from ${withNames} where ${scope} and jobs.public_id = ${values.add(publicId)}`;
  return sql.row<JobRow>(text, values.list);
}

/** Newest first. */
export function listJobs(sql: Sql, actor: Actor, after: Position | null, limit: number) {
  const values = new Values();
  const scope = ownInScope(actor, values, 'jobs');
  const rows = `
     select ${shownColumns},
            octet_length(jobs.change) + coalesce(octet_length(jobs.filter), 0) + 2 * octet_length(jobs.failures) as bytes
       from ${withNames} where ${scope} ${values.beyond('jobs.created_at, jobs.id', after)}
      order by jobs.created_at desc, jobs.id desc limit ${values.add(limit)}`;
  return sql.rows<JobRow & WeighedRow>(withinPage(rows), values.list);
}

export async function countOpenJobs(sql: Sql, organizationId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from jobs where organization_id = $1 and state in ('queued', 'running')`,
    [organizationId],
  );
  return row?.count ?? 0;
}

export interface NewJob {
  organizationId: string;
  tokenId: string;
  membershipId: string;
  publicId: string;
  total: number;
  change: string;
  filter: string | null;
  requestId: string | null;
  address: string | null;
}

export async function insertJob(sql: Sql, made: NewJob): Promise<string> {
  const row = await sql.row<{ id: string }>(
    `insert into jobs (organization_id, token_id, membership_id, public_id, total, change, filter, request_id, address)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     returning id`,
    [
      ...[made.organizationId, made.tokenId, made.membershipId, made.publicId, made.total],
      ...[made.change, made.filter, made.requestId, made.address],
    ],
  );
  if (row === undefined) throw new Error('the job was not inserted');
  return row.id;
}

/** Leads of one row of `job_leads`. */
export const PART = 500;

export function insertJobLeads(organizationId: string, jobId: string, leads: readonly string[]): Query[] {
  const parts = Array.from({ length: Math.ceil(leads.length / PART) }, (_, n) => [
    n,
    leads.slice(n * PART, (n + 1) * PART),
  ]);
  return insertRows('insert into job_leads (organization_id, job_id, number, leads)', [organizationId, jobId], parts);
}

/** Ends a job that is not finished. */
export const updateStopped = (sql: Sql, organizationId: string, jobId: string, reason: string | null) =>
  sql.row<{ public_id: string; processed: number }>(
    `update jobs set state = 'stopped', reason = $3, finished_at = now(), change = (change::jsonb - 'note')::text
      where organization_id = $1 and id = $2 and state in ('queued', 'running') returning public_id, processed`,
    [organizationId, jobId, reason],
  );

export const deleteJobLeads = (organizationId: string, jobId: string): Query =>
  query('delete from job_leads where organization_id = $1 and job_id = $2', [organizationId, jobId]);
