import type { Ability } from '../access/abilities.ts';
import type { Actor } from '../access/actor.ts';
import { append } from '../audit/append.ts';
import { type Author, alteration } from '../audit/audit.ts';
import { presentActor } from '../audit/schemas.ts';
import { forgetOld } from '../db/forget-old.ts';
import type { Database, Transaction } from '../db/sql.ts';
import type { Round } from '../db/sweep.ts';
import { isRecord } from '../http/record.ts';
import { found } from '../problems.ts';
import { presentFailures } from './failures.ts';
import { deleteJobLeads, findJob, type JobRow, updateStopped } from './queries.ts';
import type { BulkChange, Job } from './schemas.ts';

const KEPT_MS = 30 * 86_400_000;

export const presentJob = (row: JobRow, docsUrl: string): Job => ({
  public_id: row.public_id,
  state: row.state,
  reason: row.reason,
  change: withoutNote(JSON.parse(row.change)),
  filter: row.filter === null ? null : JSON.parse(row.filter),
  total: row.total,
  processed: row.processed,
  changed: row.changed,
  unchanged: row.unchanged,
  failed: row.failed,
  failures: presentFailures(row.failures, docsUrl, row.request_id ?? ''),
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  actor: presentActor(row),
});

/** The note is on the timelines of its leads, and goes with them. */
const withoutNote = ({ note: _note, ...change }: BulkChange): BulkChange => change;

/** Abilities that the calls for a single lead would need. */
export function neededFor(change: unknown): Ability[] {
  if (!isRecord(change)) return [];
  const has = (field: string) => Object.hasOwn(change, field);
  return [
    ...(has('owner') ? (['leads:update', 'leads:assign'] as const) : []),
    ...(has('status') ? (['leads:move'] as const) : []),
    ...(has('note') && !has('status') ? (['leads:update'] as const) : []),
  ];
}

/** Stops a job; what is done stays. One that is over stays as it is. */
export function stopJob(database: Database, actor: Actor, author: Author, publicId: string): Promise<void> {
  return database.begin(async (sql) => {
    const { id } = found(await findJob(sql, actor, publicId));
    await end(sql, author, id, null);
  });
}

/** Stops a job that must not go on. */
export const giveUpJob = (database: Database, author: Author, jobId: string, reason: string): Promise<void> =>
  database.begin((sql) => end(sql, author, jobId, reason));

async function end(sql: Transaction, author: Author, jobId: string, reason: string | null): Promise<void> {
  const stopped = await updateStopped(sql, author.organizationId, jobId, reason);
  if (stopped === undefined) return;
  const { public_id, processed } = stopped;
  await sql.together([deleteJobLeads(author.organizationId, jobId)]);
  const after = { state: 'stopped', processed, ...(reason !== null && { reason }) };
  await append(sql, author, alteration('job', public_id, {}, after, 'stopped'));
}

/** Jobs are kept for 30 days. */
export const forgetOldJobs = (round: Round): Promise<void> =>
  forgetOld(round, { table: 'jobs', key: 'id', cutoff: new Date(Date.now() - KEPT_MS) });
