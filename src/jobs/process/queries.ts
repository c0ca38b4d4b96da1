import { type Query, query, type Sql } from '../../db/sql.ts';
import { listOrganizationsBy } from '../../db/sweep.ts';

/** Organizations with a job to go on with. */
export const listOrganizationsWithJobs = (sql: Sql) =>
  listOrganizationsBy(sql, `select distinct organization_id from jobs where state in ('queued', 'running') limit 1000`);

/** A job that a process works on. */
export interface HeldJob {
  id: string;
  public_id: string;
  token_id: string;
  membership_id: string;
  leased_until: Date;
  total: number;
  processed: number;
  failed: number;
  tries: number;
  /** JSON. */
  change: string;
  filter: string | null;
  failures: string;
  request_id: string | null;
  address: string | null;
}

export const heldColumns = `id, public_id, token_id, membership_id, leased_until, total, processed, failed, tries, change, filter,
  failures, request_id, address`;

export const findPart = (organizationId: string, jobId: string, number: number): Query<{ leads: string[] }> =>
  query('select leads from job_leads where organization_id = $1 and job_id = $2 and number = $3', [
    organizationId,
    jobId,
    number,
  ]);

/** All of its leads are processed. */
export const deletePart = (organizationId: string, jobId: string, number: number): Query =>
  query('delete from job_leads where organization_id = $1 and job_id = $2 and number = $3', [
    organizationId,
    jobId,
    number,
  ]);

export interface Counts {
  changed: number;
  unchanged: number;
  failed: number;
}

/** Keeps the progress and the lease. */
export const updateProgress = (
  organizationId: string,
  jobId: string,
  processed: number,
  counts: Counts,
  failures: string,
  leaseSeconds: number,
): Query<{ leased_until: Date }> =>
  query(
    `update jobs
        set processed = $3, changed = changed + $4, unchanged = unchanged + $5, failed = failed + $6, failures = $7,
            tries = 0, leased_until = now() + make_interval(secs => $8)
      where organization_id = $1 and id = $2
      returning leased_until`,
    [organizationId, jobId, processed, counts.changed, counts.unchanged, counts.failed, failures, leaseSeconds],
  );

export const updateDone = (sql: Sql, organizationId: string, { id, leased_until }: HeldJob) =>
  sql.row<Counts & { public_id: string }>(
    `update jobs set state = 'done', finished_at = now(), change = (change::jsonb - 'note')::text
      where organization_id = $1 and id = $2 and state = 'running' and processed = total and leased_until = $3
      returning public_id, changed, unchanged, failed`,
    [organizationId, id, leased_until.toISOString()],
  );
