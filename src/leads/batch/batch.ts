import { MOST_FAULTS } from '../../fault-list.ts';
import type { Reply } from '../../http/operation.ts';
import type { Call } from '../../operation.ts';
import { invalid, Problem, problemDocument } from '../../problems.ts';
import { Pace } from '../../slots/pace.ts';
import { writingOf } from '../answers.ts';
import { createdLeadReply } from '../created.ts';
import type { LeadCreate } from '../schemas.ts';
import { createLeads } from '../writing/create.ts';
import { newLeadFaults } from '../writing/new-lead.ts';
import type { LeadWriter } from '../writing/writing.ts';
import type { BatchMeta } from './schemas.ts';

export interface BatchParts {
  readonly leads: LeadWriter;
  readonly urls: { readonly docsUrl: string };
}

/** Creates a list of leads; the answer has an entry for each, in their order, as text. */
export async function createBatch({ leads, urls }: BatchParts, call: Call, sent: readonly unknown[]): Promise<Reply> {
  const faults = await judgeAll(call, sent);
  const sound = sent.filter((_, n) => faults[n] === null) as LeadCreate[];
  const created = sound.length === 0 ? [] : await createLeads(writingOf(call, leads), sound);
  const meta: BatchMeta = { created: 0, duplicates: 0, failed: 0 };
  const entries: string[] = [];
  const shows: string[] = [];
  let next = 0;
  const pace = new Pace();
  for (const [n, input] of sent.entries()) {
    if (pace.isDue()) await pace.yield();
    const outcome = faults[n] ?? created[next++];
    if (outcome === undefined) throw new Error('a create has no outcome');
    if (outcome instanceof Problem) {
      meta.failed++;
      const problem = problemDocument(outcome, urls.docsUrl, call.author.requestId ?? '');
      entries.push(JSON.stringify({ status: outcome.status, problem }));
      continue;
    }
    if (outcome.duplicate) meta.duplicates++;
    else meta.created++;
    shows.push(outcome.lead.public_id);
    const { status = 200, body } = await createdLeadReply(call, input as LeadCreate, outcome);
    entries.push(`{"status":${status},${String(body).slice(1)}`);
  }
  return { body: `{"data":[${entries.join(',')}],"meta":${JSON.stringify(meta)}}`, shows };
}

/** As many faults of a batch are told, and after them a few of each create. */
const MOST_TOLD = 1_000;
const FEW = 10;

/** For each create why it is refused, or null. Other requests are served in between. */
async function judgeAll({ settings }: Call, sent: readonly unknown[]): Promise<(Problem | null)[]> {
  const pace = new Pace();
  let told = 0;
  const judged: (Problem | null)[] = [];
  for (const input of sent) {
    if (pace.isDue()) await pace.yield();
    const faults = newLeadFaults(settings, input);
    const refusal = Object.keys(faults).length > 0 ? invalid(faults, told < MOST_TOLD ? MOST_FAULTS : FEW) : null;
    told += Object.keys(refusal?.errors ?? {}).length;
    judged.push(refusal);
  }
  return judged;
}
