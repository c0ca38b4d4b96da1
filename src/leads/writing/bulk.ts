import { notFound, Problem } from '../../problems.ts';
import { newPublicId } from '../../public-id.ts';
import { mayAssignWaiting } from '../assignment/assign-waiting.ts';
import { applyNote } from '../timeline/timeline.ts';
import type { Changed, Changing } from './change.ts';
import { applyMove } from './move.ts';
import { type ActorWriting, applyPatch } from './patch.ts';

/** The same change of many leads. */
export interface BulkChange {
  /** Public id; null takes the owner away. */
  readonly owner?: string | null;
  readonly status?: string;
  /** Of the move; without a status, on the timeline. */
  readonly note?: string;
}

export type BulkOutcome = 'changed' | 'unchanged' | Problem;

/** Changes each lead as its own calls would, all of them or none of a lead. Part of a larger transaction. */
export async function changeLeads(
  writing: ActorWriting,
  change: BulkChange,
  leadIds: readonly string[],
): Promise<BulkOutcome[]> {
  const { database, leads, author, settings } = writing;
  const steps = leadIds.map((leadId) => stepsOf(writing, change, leadId));
  const outcomes = await leads.changes.changeMany(database, steps.flat());
  let next = 0;
  let isAssignmentDue = false;
  const results: BulkOutcome[] = [];
  for (const { length } of steps) {
    const settled = await Promise.allSettled(outcomes.slice(next, next + length).map((one) => one ?? notThere()));
    next += length;
    results.push(outcomeOf(settled));
    for (const one of settled) {
      isAssignmentDue ||= one.status === 'fulfilled' && mayAssignWaiting(settings, one.value.before, one.value.lead);
    }
  }
  if (isAssignmentDue) database.afterCommit(() => leads.nudge(author.organizationId));
  return results;
}

const notThere = (): Promise<never> => Promise.reject(notFound());

function outcomeOf(settled: readonly PromiseSettledResult<Changed>[]): BulkOutcome {
  const failure = settled.find((one) => one.status === 'rejected');
  if (failure !== undefined) {
    if (failure.reason instanceof Problem) return failure.reason;
    throw failure.reason;
  }
  const isChanged = settled.some((one) => one.status === 'fulfilled' && one.value.lead !== one.value.before);
  return isChanged ? 'changed' : 'unchanged';
}

/** The owner comes last: a lead that is given away may be out of the actor's sight. */
function stepsOf(writing: ActorWriting, { owner, status, note }: BulkChange, leadId: string): Changing[] {
  const { actor, author, settings } = writing;
  let isRefused = status !== undefined || note !== undefined;
  const step = (decide: Changing['decide']): Changing => ({ author, settings, actor, leadId, decide });
  const assign =
    (to: string | null): Changing['decide'] =>
    (before, now) =>
      applyPatch(settings, actor, { owner: to }, before, now);
  /** Refused where the owner would be refused afterwards. */
  const first = (decide: Changing['decide']): Changing =>
    step((...given) => {
      if (owner !== undefined) assign(owner)(...given);
      const changed = decide(...given);
      isRefused = false;
      return changed;
    });
  const steps: Changing[] = [];
  if (status !== undefined) {
    steps.push(first((before, now) => applyMove(settings, { status, note: note ?? null }, before, now)));
  } else if (note !== undefined) {
    const publicId = newPublicId('note');
    steps.push(first((before, now) => applyNote(publicId, note, before, now)));
  }
  if (owner !== undefined) steps.push(step((...given) => (isRefused ? null : assign(owner)(...given))));
  return steps;
}
