import { LEASE_SECONDS, lockHeld } from '../../chunked-work.ts';
import { beginWithin, type Database, Outdated, type Transaction } from '../../db/sql.ts';
import { emailKey } from '../../leads/row.ts';
import type { LeadCreate } from '../../leads/schemas.ts';
import { SuppressedContact } from '../../leads/suppression/suppression.ts';
import { createLeads, type OnDuplicate } from '../../leads/writing/create.ts';
import { fillLead } from '../../leads/writing/fill.ts';
import type { LeadWriter } from '../../leads/writing/writing.ts';
import { Problem } from '../../problems.ts';
import { Pace } from '../../slots/pace.ts';
import { readRow } from '../cells.ts';
import { contactIn } from '../contact-in.ts';
import { insertImportRows, type KeptRow } from '../queries.ts';
import type { ChunkContext, SoundRow } from './context.ts';
import { previewRows } from './preview.ts';
import { type Counts, deleteRows, type HeldImport, listNextRows, updateProgress, type WaitingRow } from './queries.ts';

/** What came of a chunk of rows. */
export interface Outcome {
  readonly counts: Counts;
  /** Rows to be kept: those that failed, and in a dry run all. */
  readonly kept: readonly KeptRow[];
}

/**
 * Processes the next rows in one transaction: the leads, what is kept of the rows, counters and position. Answers where the import
 * stands then; null where it was cancelled or another process has gone on with it.
 */
export async function processChunk(
  database: Database,
  leads: LeadWriter,
  context: ChunkContext,
  size: number,
  refusal?: string,
): Promise<HeldImport | null> {
  const next = await beginWithin(database, 'beginUnflushed', async (inner, sql) => {
    const { held, author } = context;
    const { organizationId } = author;
    const [locked, rows] = await sql.together([
      lockHeld('imports', organizationId, held),
      listNextRows(organizationId, held, size),
    ]);
    if (locked.length === 0) return null;
    const { counts, kept } = await outcomeOf(sql, inner, leads, context, rows, refusal);
    const last = rows.length < size ? held.rows : (rows.at(-1)?.number ?? held.rows);
    // A row that was erased while it waited has no outcome: it counts as failed.
    const erased = last - held.processed - rows.length;
    const [deleted, updated] = await sql.together([
      deleteRows(organizationId, held.id, held.processed, last),
      updateProgress(organizationId, held.id, last, { ...counts, failed: counts.failed + erased }, LEASE_SECONDS),
      ...insertImportRows(organizationId, held.id, kept),
    ]);
    if (deleted.length !== rows.length) throw new Outdated('A row was erased while it was processed.');
    const [{ leased_until } = held] = updated;
    return { ...held, processed: last, tries: 0, leased_until };
  });
  await database.flush();
  return next;
}

async function outcomeOf(
  sql: Transaction,
  inner: Database,
  leads: LeadWriter,
  context: ChunkContext,
  rows: readonly WaitingRow[],
  refusal: string | undefined,
): Promise<Outcome> {
  const { held, settings, meaning } = context;
  const counts: Counts = { created: 0, duplicates: 0, filled: 0, failed: 0 };
  const kept: KeptRow[] = [];
  const refuse = (row: WaitingRow, fault: string) => {
    counts.failed++;
    kept.push({ ...row, ...contactIn(row), fault });
  };
  /** Nothing of a person that is not to be captured again is kept: the row's number says which it was. */
  const suppress = (row: WaitingRow) =>
    refuse({ number: row.number, cells: '[]', phone: null, email_key: null }, new SuppressedContact().detail);
  const sound: SoundRow[] = [];
  const pace = new Pace();
  for (const row of rows) {
    if (pace.isDue()) await pace.yield();
    const read = refusal === undefined ? readRow(settings, meaning, JSON.parse(row.cells)) : { fault: refusal };
    if ('fault' in read) refuse(row, read.fault);
    else sound.push({ row, input: read.input });
  }
  if (sound.length === 0) return { counts, kept };
  if (held.dry_run) {
    const isSuppressed = await leads.suppression.among(
      sql,
      context.author.organizationId,
      sound.map(({ input }) => contactOf(input)),
    );
    for (const { row, input } of sound) if (isSuppressed(contactOf(input))) suppress(row);
    const admitted = sound.filter(({ input }) => !isSuppressed(contactOf(input)));
    kept.push(...(await previewRows(sql, inner, context, admitted, counts)));
    return { counts, kept };
  }
  const writing = { database: inner, leads, actor: context.actor, author: context.author, settings };
  const isFilling = held.on_duplicate === 'fill';
  for (const part of isFilling ? apartByContact(sound) : [sound]) {
    // Filled before the next row about the lead is recorded: that one brings only what the lead does not have by then.
    const fill: OnDuplicate = async (n, { inScope, lead }) => {
      const { input } = part[n] as SoundRow;
      if (isFilling && inScope && (await fillLead(writing, lead.public_id, input))) counts.filled++;
    };
    const inputs = part.map(({ input }) => input);
    for (const [n, result] of (await createLeads(writing, inputs, fill)).entries()) {
      const { row } = part[n] as SoundRow;
      if (result instanceof SuppressedContact) suppress(row);
      else if (result instanceof Problem) refuse(row, result.detail);
      else if (result.duplicate) counts.duplicates++;
      else counts.created++;
    }
  }
  return { counts, kept };
}

/** A row may fill a phone or an email into a lead that a later row is about: that one comes into the next part. */
function apartByContact(sound: readonly SoundRow[]): SoundRow[][] {
  const parts: SoundRow[][] = [[]];
  let brought = new Set<string | null>();
  for (const one of sound) {
    const phone = one.input.phone ?? null;
    const email = emailKey(one.input.email ?? null);
    if (brought.has(phone) || brought.has(email)) {
      parts.push([]);
      brought = new Set();
    }
    parts.at(-1)?.push(one);
    if (phone !== null && email !== null) brought.add(phone).add(email);
  }
  return parts;
}

const contactOf = ({ phone = null, email = null }: LeadCreate) => ({ phone, email });
