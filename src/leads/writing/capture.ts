import type { Author } from '../../audit/audit.ts';
import { afterFlush, Batches } from '../../db/batches.ts';
import { type Database, failsWhole, isUniqueViolation, Outdated, type Transaction } from '../../db/sql.ts';
import { type Choice, waitBehind } from '../../distribution/choose.ts';
import { assignmentEvent } from '../../distribution/explanation.ts';
import type { Plan } from '../../distribution/plan.ts';
import { Rotation } from '../../distribution/rotation.ts';
import { initialStatus } from '../../pipeline/stage-rules.ts';
import { newPublicId } from '../../public-id.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { assignFront, untouched } from '../assignment/assign-front.ts';
import { planOf } from '../assignment/assign-waiting.ts';
import { stopWaiting } from '../assignment/queries.ts';
import type { Traits } from '../finding/terms.ts';
import { listTaken, takeLeadIds } from '../queries.ts';
import { complete } from '../render.ts';
import { emailKey, type LeadRow, leadChanges } from '../row.ts';
import { scoreAfter } from '../scores/scored.ts';
import { SuppressedContact, type Suppression } from '../suppression/suppression.ts';
import { activity, audit, type LeadEvents, type LeadWrite, type Written } from './events.ts';
import { writeLeads } from './write.ts';

/** A lead to be captured: without an id, an owner and a score yet. */
export interface Draft {
  readonly author: Author;
  readonly settings: Settings;
  readonly lead: LeadRow;
  /** Of the lead: worked out before the lock, under which every microsecond counts. */
  readonly traits: Traits;
  /** The current time; the demo writes in the past. */
  readonly clock?: () => Date;
}

/** The lead; null if another lead has its phone or email. */
type Outcome = LeadRow | null | 'suppressed';

interface Captured {
  readonly outcomes: Outcome[];
  /** The worker is to go on where this ended. */
  readonly isQueueLong: boolean;
}

/** The assignment worker, as captures see it. */
export interface Queues {
  /** Requests a run over an organization's queue. */
  nudge(organizationId: string): void;
  /** True if a waiting lead is set aside for a while. */
  isAside(leadId: string): boolean;
}

/** What a capture looks at besides the database. */
interface Around {
  readonly queues: Queues;
  readonly suppression: Suppression;
}

/**
 * Captures new leads. Concurrent ones of an organization are assigned and written in one transaction of two round trips.
 */
export class LeadCaptures {
  readonly #batches: Batches<Draft, Outcome>;
  readonly #around: Around;
  readonly #written: Written;

  constructor(database: Database, queues: Queues, suppression: Suppression, written: Written = () => {}) {
    this.#around = { queues, suppression };
    this.#written = written;
    const together = async (organizationId: string, drafts: readonly Draft[], mayAssign = true) => {
      const { outcomes, isQueueLong } = await captureLeads(database, this.#around, drafts, mayAssign);
      if (isQueueLong) queues.nudge(organizationId);
      written(organizationId);
      return outcomes;
    };
    this.#batches = new Batches(async (organizationId, drafts) => {
      try {
        const outcomes = await together(organizationId, drafts);
        return afterFlush(
          database,
          outcomes.map((outcome) => Promise.resolve(outcome)),
        );
      } catch (error) {
        if (failsWhole(error)) throw error;
      }
      // A draft or a waiting lead was refused: write each draft alone, so that one failure fails one request. The new
      // leads then wait for the worker, which sets aside leads that cannot be written.
      const results: Promise<Outcome>[] = [];
      for (const draft of drafts) {
        const one = together(organizationId, [draft], false).then(([lead = null]) => lead);
        await one.catch(() => {});
        results.push(one);
      }
      return afterFlush(database, results);
    });
  }

  /** The lead with its owner; null if another lead has its phone or email. Throws if one of them is suppressed. */
  async capture(database: Database, draft: Draft): Promise<LeadRow | null> {
    const { organizationId } = draft.author;
    const outcome = database.isTransaction
      ? (await this.#captureWithin(database, [draft]))[0]
      : await this.#batches.add(organizationId, draft);
    if (outcome === 'suppressed') throw new SuppressedContact();
    return outcome ?? null;
  }

  /** The same for several drafts of one organization, in their order. One that fails does not fail the others. */
  async captureAll(database: Database, drafts: readonly Draft[]): Promise<PromiseSettledResult<LeadRow | null>[]> {
    const settled: PromiseSettledResult<Outcome>[] = database.isTransaction
      ? (await this.#captureWithin(database, drafts)).map((value) => ({ status: 'fulfilled', value }))
      : await Promise.allSettled(this.#batches.addAll(drafts[0]?.author.organizationId ?? '', drafts));
    return settled.map((one) => {
      if (one.status === 'rejected') return one;
      const { value } = one;
      return value === 'suppressed'
        ? { status: 'rejected', reason: new SuppressedContact() }
        : { status: 'fulfilled', value };
    });
  }

  /** As part of the caller's transaction. */
  async #captureWithin(database: Database, drafts: readonly Draft[]): Promise<Outcome[]> {
    const { outcomes, isQueueLong } = await captureLeads(database, this.#around, drafts, true);
    const organizationId = drafts[0]?.author.organizationId ?? '';
    database.afterCommit(() => this.#written(organizationId));
    if (isQueueLong) database.afterCommit(() => this.#around.queues.nudge(organizationId));
    return outcomes;
  }
}

/** The unique indexes decide about duplicates: if a concurrent change takes a phone, the batch is re-run. */
function captureLeads(
  database: Database,
  around: Around,
  drafts: readonly Draft[],
  mayAssign: boolean,
): Promise<Captured> {
  return database.beginUnflushed((sql) =>
    captureIn(sql, around, drafts, mayAssign).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Outdated('Another lead takes this phone or email at this moment.') : error;
    }),
  );
}

/**
 * Assigns under the organization's lock: waiting leads first, then new ones in their order. No other process assigns until this
 * commits, so rotations are fair at every prefix, caps hold, no lead is overtaken, and a crash leaves nothing behind.
 */
async function captureIn(
  sql: Transaction,
  { queues, suppression }: Around,
  drafts: readonly Draft[],
  mayAssign: boolean,
): Promise<Captured> {
  const settings = newestOf(drafts);
  const { id: organizationId } = settings.organization;
  const rotation = new Rotation(settings);
  const planned = drafts.map((draft) => ({ draft, plan: planOf(draft.settings, draft.lead, timeOf(draft)) }));
  const plans = planned.map(({ plan }) => plan);
  const { hasWaiting, hasSuppressed, answers } = await rotation.lock(sql, plans, [
    takeLeadIds(drafts.length),
    ...listTaken(
      organizationId,
      drafts.map(({ lead }) => ({ phone: lead.phone, emailKey: emailKey(lead.email) })),
    ),
  ]);
  const [ids, ...taken] = answers as [{ id: string }[], ...{ taken: string }[][]];
  const isSuppressed = hasSuppressed
    ? await suppression.among(
        sql,
        organizationId,
        drafts.map(({ lead }) => lead),
      )
    : () => false;
  const admitted = planned.filter(({ draft }) => !isSuppressed(draft.lead));
  const fresh = withoutDuplicates(admitted, taken.flat());
  const isAnybodyFree = () => fresh.some(({ plan }) => rotation.preview(plan).ownerId !== null);
  const isQueueFirst = hasWaiting && mayAssign && isAnybodyFree();
  const front = isQueueFirst
    ? await assignFront(sql, settings, rotation, queues.isAside)
    : { ...untouched, isLong: !mayAssign };
  const writes = new Map<Draft, LeadWrite>();
  const now = new Date(); // under the lock: leads are created in the order in which they are assigned
  for (const { draft, plan } of fresh) {
    const choice = front.isLong ? waitBehind(plan) : rotation.assign(plan);
    writes.set(draft, newLead(draft, choice, ids[writes.size]?.id ?? '', timeOf(draft, now)));
  }
  const isAnyWaiting = [...writes.values()].some(({ lead }) => lead.owner_id === null);
  await sql.commitWith([
    ...writeLeads(sql, organizationId, [...front.writes, ...writes.values()]),
    ...(front.settled.length > 0 ? [stopWaiting(organizationId, front.settled)] : []),
    ...rotation.save(isAnyWaiting && !hasWaiting ? true : undefined),
  ]);
  const outcomeOf = (draft: Draft): Outcome =>
    writes.get(draft)?.lead ?? (isSuppressed(draft.lead) ? 'suppressed' : null);
  return { outcomes: drafts.map(outcomeOf), isQueueLong: front.isLong };
}

/** Leaves out drafts whose phone or email is taken, by a lead or by an earlier draft of the batch. */
function withoutDuplicates(planned: readonly { draft: Draft; plan: Plan }[], taken: readonly { taken: string }[]) {
  const contacts = new Set<string | null>(taken.map((one) => one.taken)); // a phone never equals an email
  return planned.filter(({ draft: { lead } }) => {
    const own = [lead.phone, emailKey(lead.email)].filter((one) => one !== null);
    const isTaken = own.some((one) => contacts.has(one));
    if (!isTaken) for (const one of own) contacts.add(one);
    return !isTaken;
  });
}

const timeOf = ({ clock }: Draft, now = new Date()): Date => clock?.() ?? now;

const newestOf = (drafts: readonly Draft[]): Settings =>
  drafts
    .map(({ settings }) => settings)
    .reduce((newest, other) => (BigInt(other.version) > BigInt(newest.version) ? other : newest));

/** The activities of a new lead that a scoring model may count. */
const CREATED: Pick<LeadEvents, 'activities'> = { activities: [activity('created')] };

function newLead({ author, settings, lead: draft, traits }: Draft, choice: Choice, id: string, now: Date): LeadWrite {
  const owner = choice.ownerId === null ? undefined : settings.memberships.byId.get(choice.ownerId);
  const lead: LeadRow = Object.assign({}, draft, {
    id,
    owner_id: owner?.id ?? null,
    team_id: owner ? owner.team_id : choice.teamId,
    status_since: now,
    last_activity_at: now,
    created_at: now,
    updated_at: now,
  });
  complete(lead, scoreAfter(settings, lead, null, CREATED, now));
  const { id: statusId, number } = initialStatus(settings);
  const events: LeadEvents = {
    transition: { public_id: newPublicId('transition'), from: null, to: statusId, number, note: null, seconds: null },
    activities: [activity('created')],
    assignment: assignmentEvent(choice),
    audit: audit('created', leadChanges(settings, null, lead)),
  };
  return { author, settings, before: null, lead, traits, events };
}
