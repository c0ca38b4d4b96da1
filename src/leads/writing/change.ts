import type { Actor } from '../../access/actor.ts';
import { scopeKey } from '../../access/scope.ts';
import type { Author } from '../../audit/audit.ts';
import { afterFlush, Batches, fewAtOnce } from '../../db/batches.ts';
import { inParts } from '../../db/many-rows.ts';
import {
  type Database,
  failsWhole,
  isOfConstraint,
  isUniqueViolation,
  type Query,
  type Transaction,
} from '../../db/sql.ts';
import { conflict, notFound, Problem } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { type Lock, leadOf, lockLeads, type StoredLead } from '../queries.ts';
import { complete } from '../render.ts';
import type { LeadRow } from '../row.ts';
import { rescore } from '../scores/scored.ts';
import { currentSignals } from '../scores/signals.ts';
import { isRefusedContact, SuppressedContact } from '../suppression/suppression.ts';
import type { LeadEvents, LeadWrite, Written } from './events.ts';
import { laterOf } from './later-of.ts';
import { writeLeads } from './write.ts';

/** A changed copy of a lead, and the events to record. */
export interface Change {
  lead: LeadRow;
  events: LeadEvents;
  /** Runs after the lead is written; if it fails, so does the change. */
  guards?: readonly Query[];
}

/** A change of one lead: how to find it, and how to change it. */
export interface Changing {
  readonly author: Author;
  readonly settings: Settings;
  /** The actor that must be able to see the lead; null for the service itself. */
  readonly actor: Actor | null;
  /** Public id. */
  readonly leadId: string;
  /** Returns null if there is nothing to change. The score is computed from the result. */
  readonly decide: (lead: LeadRow, now: Date, sql: Transaction) => Change | null | Promise<Change | null>;
  /** It reads what other changes of the lead wrote, so it does not share their transaction. */
  readonly isAlone?: boolean;
  /** The current time; the demo writes in the past. */
  readonly clock?: () => Date;
}

export interface Changed {
  readonly before: LeadRow;
  /** Equal to `before` if nothing was changed. */
  readonly lead: LeadRow;
}

/** Per organization: a change that runs alone may wait for a row lock. */
const ALONE_AT_ONCE = 3;

/**
 * Changes leads: lock, decide, write. Concurrent changes of one organization share a transaction of two round trips. A batch does
 * not wait for a lead that another transaction has locked: that lead is changed alone.
 */
export class LeadChanges {
  readonly #database: Database;
  readonly #written: Written;
  readonly #together: Batches<Changing, Changed>;
  readonly #alone = fewAtOnce<Changed>(ALONE_AT_ONCE);

  constructor(database: Database, written: Written = () => {}) {
    this.#database = database;
    this.#written = written;
    this.#together = new Batches((organizationId, items) => this.#changeTogether(organizationId, items));
  }

  change(database: Database, changing: Changing): Promise<Changed> {
    if (database.isTransaction) return this.#changeIn(database, changing);
    if (changing.isAlone) return this.#changeAlone(changing);
    return this.#together.add(changing.author.organizationId, changing);
  }

  /**
   * Several changes as part of a larger transaction; null if the lead was not found. Leads that somebody else has locked come last,
   * so that few locks are held while it waits for them.
   */
  async changeMany(database: Database, items: readonly Changing[]): Promise<(Promise<Changed> | null)[]> {
    const organizationId = items[0]?.author.organizationId;
    if (!database.isTransaction || organizationId === undefined) throw new Error('changes need a transaction');
    const outcomes = await database.begin(async (sql) => {
      const first = await changeAll(sql, organizationId, items, 'for update skip locked');
      const left = items.filter((_, n) => first[n] === null);
      if (left.length === 0) return first;
      const second = await changeAll(sql, organizationId, left, 'for update');
      return first.map((outcome) => outcome ?? second.shift() ?? null);
    });
    database.afterCommit(() => this.#written(organizationId));
    return outcomes;
  }

  async #changeTogether(organizationId: string, items: readonly Changing[]): Promise<Promise<Changed>[]> {
    const outcomes = await this.#database
      .beginUnflushed((sql) => changeAll(sql, organizationId, items, 'for update skip locked'))
      .catch((error: unknown) => {
        if (failsWhole(error)) throw error;
        return []; // one was refused: run each alone, so that one failure fails one request
      });
    this.#written(organizationId);
    const changed = afterFlush(this.#database, outcomes);
    return items.map((item, n) => changed[n] ?? this.#changeAlone(item));
  }

  #changeAlone(item: Changing): Promise<Changed> {
    return this.#alone(item.author.organizationId, () => this.#changeIn(this.#database, item));
  }

  async #changeIn(database: Database, changing: Changing): Promise<Changed> {
    const changed = await changeAlone(database, changing);
    database.afterCommit(() => this.#written(changing.author.organizationId));
    return changed;
  }
}

async function changeAlone(database: Database, changing: Changing): Promise<Changed> {
  const work = async (sql: Transaction) => {
    const [outcome] = await changeAll(sql, changing.author.organizationId, [changing], 'for update');
    if (outcome === undefined || outcome === null) throw notFound();
    return outcome;
  };
  return database.begin(work).catch((error: unknown) => {
    if (isRefusedContact(error)) throw new SuppressedContact();
    if (!isUniqueViolation(error)) throw error;
    throw conflict(
      isOfConstraint(error, 'leads_email') ? 'Another lead has this email.' : 'Another lead has this phone.',
    );
  });
}

/** The outcome of each; null if the lead was not found or is locked by another transaction. */
async function changeAll(sql: Transaction, organizationId: string, items: readonly Changing[], lock: Lock) {
  const found = await lockAll(sql, organizationId, items, lock);
  const now = new Date(); // one time for all of them takes fewer values
  const writes: LeadWrite[] = [];
  const guards: Query[] = [];
  const outcomes: (Promise<Changed> | null)[] = [];
  /** Leads as earlier changes of this batch left them. */
  const latest = new Map<string, LeadRow>();
  for (const [n, changing] of items.entries()) {
    const row = found[n];
    const known = row && latest.get(row.id);
    // If an earlier change gave the lead another owner, only the database can tell whether the actor still sees it.
    const isSeen = row !== undefined && (known === undefined || isHeldAs(known, row));
    const change = isSeen ? changeOne(sql, changing, known ?? leadOf(row), now, { writes, guards }) : null;
    outcomes.push(change);
    try {
      const { lead } = (await change) ?? {};
      if (lead !== undefined) latest.set(lead.id, lead);
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // a problem answers one request; any other error ends the transaction
    }
  }
  if (writes.length > 0) await sql.commitWith([...writeLeads(sql, organizationId, writes), ...guards]);
  return outcomes;
}

/** Locks the lead of each change, with one statement for all changes of the same scope. */
async function lockAll(sql: Transaction, organizationId: string, items: readonly Changing[], lock: Lock) {
  const seen = new Map<string, { actor: Actor | null; leadIds: string[] }>();
  const keys = items.map(({ actor, leadId }) => {
    const key = actor === null ? '' : scopeKey(actor);
    const same = seen.get(key) ?? { actor, leadIds: [] };
    if (same.leadIds.push(leadId) === 1) seen.set(key, same);
    return key;
  });
  const parts = [...seen].flatMap(([key, { actor, leadIds }]) => inParts(leadIds).map((ids) => ({ key, actor, ids })));
  const rows = await sql.together(parts.map(({ actor, ids }) => lockLeads(organizationId, actor, ids, lock)));
  const found = new Map<string, StoredLead>();
  for (const [n, { key }] of parts.entries())
    for (const row of rows[n] ?? []) found.set(`${key} ${row.public_id}`, row);
  return items.map(({ leadId }, n) => found.get(`${keys[n]} ${leadId}`));
}

const isHeldAs = (lead: LeadRow, row: StoredLead): boolean =>
  lead.owner_id === row.owner_id && lead.team_id === row.team_id;

async function changeOne(
  sql: Transaction,
  { author, settings, decide, clock }: Changing,
  before: LeadRow,
  batchTime: Date,
  { writes, guards }: { writes: LeadWrite[]; guards: Query[] },
): Promise<Changed> {
  const now = laterOf(clock?.() ?? batchTime, before.updated_at);
  const change = await decide(before, now, sql);
  if (change === null) return { before, lead: before };
  const { lead, events } = change;
  const signals = await currentSignals(sql, settings, before, now);
  complete(lead, rescore(settings, before, lead, signals, events, now));
  lead.version = before.version + 1;
  writes.push({ author, settings, before, lead, events });
  if (change.guards !== undefined) guards.push(...change.guards);
  return { before, lead };
}
