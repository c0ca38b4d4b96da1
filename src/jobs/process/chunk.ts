import { LEASE_SECONDS, lockHeld } from '../../chunked-work.ts';
import { beginWithin, type Database } from '../../db/sql.ts';
import { type BulkOutcome, changeLeads } from '../../leads/writing/bulk.ts';
import type { LeadWriter } from '../../leads/writing/writing.ts';
import type { Problem } from '../../problems.ts';
import { failureOf } from '../failures.ts';
import { PART } from '../queries.ts';
import { MOST_FAILURES } from '../schemas.ts';
import type { JobContext } from './context.ts';
import { type Counts, deletePart, findPart, type HeldJob, updateProgress } from './queries.ts';

/**
 * Changes the next leads in one transaction: the leads, counters, failures and position. Answers where the job stands then; null
 * where it was stopped or another process has gone on with it.
 */
export async function processChunk(
  database: Database,
  leads: LeadWriter,
  { held, settings, change, actor, author }: JobContext,
  size: number,
  refusal?: Problem,
): Promise<HeldJob | null> {
  const { organizationId } = author;
  const part = Math.floor(held.processed / PART);
  const from = held.processed % PART;
  const next = await beginWithin(database, 'beginUnflushed', async (inner, sql) => {
    const [locked, [row]] = await sql.together([
      lockHeld('jobs', organizationId, held),
      findPart(organizationId, held.id, part),
    ]);
    if (locked.length === 0 || row === undefined) return null;
    const ids = row.leads.slice(from, from + size);
    const writing = { database: inner, leads, actor, author, settings };
    const outcomes = refusal === undefined ? await changeLeads(writing, change, ids) : ids.map(() => refusal);
    const { counts, failures } = tally(held, ids, outcomes);
    const processed = held.processed + ids.length;
    const [updated] = await sql.together([
      updateProgress(organizationId, held.id, processed, counts, failures, LEASE_SECONDS),
      ...(from + ids.length === row.leads.length ? [deletePart(organizationId, held.id, part)] : []),
    ]);
    const [{ leased_until } = held] = updated;
    return { ...held, processed, failures, failed: held.failed + counts.failed, tries: 0, leased_until };
  });
  await database.flush();
  return next;
}

function tally(held: HeldJob, ids: readonly string[], outcomes: readonly BulkOutcome[]) {
  const counts: Counts = { changed: 0, unchanged: 0, failed: 0 };
  const failures: unknown[] = [];
  const room = Math.max(0, MOST_FAILURES - held.failed);
  for (const [n, outcome] of outcomes.entries()) {
    if (typeof outcome === 'string') counts[outcome]++;
    else if (counts.failed++ < room) failures.push(failureOf(ids[n] ?? '', outcome));
  }
  const all = failures.length === 0 ? held.failures : JSON.stringify([...JSON.parse(held.failures), ...failures]);
  return { counts, failures: all };
}
