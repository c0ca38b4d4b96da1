import type { Database, Transaction } from '../../db/sql.ts';
import { findExistingLead, listTakenContacts } from '../../leads/contacts.ts';
import { emailKey } from '../../leads/row.ts';
import type { LeadCreate } from '../../leads/schemas.ts';
import { tooLarge } from '../../leads/writing/custom-values.ts';
import { emptyFields } from '../../leads/writing/fill.ts';
import { readRow } from '../cells.ts';
import type { KeptRow } from '../queries.ts';
import type { ChunkContext, SoundRow } from './context.ts';
import {
  type Counts,
  listFirstDuplicates,
  listOfTarget,
  listWouldBe,
  type TargetRow,
  type WaitingRow,
} from './queries.ts';

/** Rows about one lead that are looked at to see what they would have filled in. */
const MOST_OF_TARGET = 200;

/** Counts what would come of rows in a dry run. All are kept until its end: later rows may be duplicates of them. */
export async function previewRows(
  sql: Transaction,
  database: Database,
  context: ChunkContext,
  sound: readonly SoundRow[],
  counts: Counts,
): Promise<KeptRow[]> {
  const seen = await readSeen(sql, database, context, sound);
  const kept: KeptRow[] = [];
  for (const { row, input } of sound) {
    const [phone, email_key] = [input.phone ?? null, emailKey(input.email ?? null)];
    const known = { ...row, phone, email_key };
    const { taken, given } = seen;
    const isTaken = taken.has(phone) || taken.has(email_key);
    const wouldHave = given.get(phone) ?? (taken.has(phone) ? undefined : given.get(email_key));
    if (!isTaken && wouldHave === undefined) {
      counts.created++;
      give(seen, [phone, email_key], wouldBe(row.number));
      seen.brought.set(String(-row.number), bring(new Map(), row.number, input));
      kept.push({ ...known, target: String(-row.number) });
      continue;
    }
    counts.duplicates++;
    const target = wouldHave ?? (await existing(database, context, phone, email_key));
    const brought = await broughtTo(database, context, seen, target);
    const filled = filledBy(context, target, brought, { number: row.number, input }, taken);
    if (filled.length > 0) counts.filled++;
    bring(brought, row.number, input);
    give(seen, contactsIn(filled, known), target);
    kept.push({ ...known, target: target.id });
  }
  return kept;
}

interface Seen {
  /** Contacts that leads have. */
  readonly taken: ReadonlySet<string | null>;
  /** Contacts that leads would have by earlier rows of the file. */
  readonly given: Map<string | null, Target>;
  /** By target. */
  readonly brought: Map<string, Brought>;
}

/** The fields that rows about a lead bring, and the number of the first row that does. */
type Brought = Map<string, number>;

function give({ given }: Seen, contacts: readonly (string | null)[], to: Target): void {
  for (const contact of contacts) if (contact !== null && !given.has(contact)) given.set(contact, to);
}

/** The contacts among the fields that a row fills in. */
const contactsIn = (filled: readonly string[], { phone, email_key }: Pick<WaitingRow, 'phone' | 'email_key'>) => [
  filled.includes('phone') ? phone : null,
  filled.includes('email') ? email_key : null,
];

async function readSeen(
  sql: Transaction,
  database: Database,
  context: ChunkContext,
  sound: readonly SoundRow[],
): Promise<Seen> {
  const { author, held, settings, meaning } = context;
  const { organizationId } = author;
  const phones = [...new Set(sound.flatMap(({ input }) => input.phone ?? []))];
  const emails = [...new Set(sound.flatMap(({ input }) => emailKey(input.email ?? null) ?? []))];
  const seen: Seen = {
    taken: await listTakenContacts(sql, organizationId, phones, emails),
    given: new Map(),
    brought: new Map(),
  };
  const made = [
    ...listWouldBe(organizationId, held.id, 'phone', phones),
    ...listWouldBe(organizationId, held.id, 'email_key', emails),
  ];
  for (const { phone, email_key, number } of (await sql.together(made)).flat()) {
    give(seen, [phone, email_key], wouldBe(number));
  }
  if (held.on_duplicate !== 'fill') return seen;
  const isFree = (contact: string) => !seen.taken.has(contact) && !seen.given.has(contact);
  const duplicates = [
    ...listFirstDuplicates(organizationId, held.id, 'phone', phones.filter(isFree)),
    ...listFirstDuplicates(organizationId, held.id, 'email_key', emails.filter(isFree)),
  ];
  for (const row of (await sql.together(duplicates)).flat()) {
    const read = readRow(settings, meaning, JSON.parse(row.cells));
    if ('fault' in read) continue;
    const target = await targetOf(database, context, row);
    const brought = await broughtTo(database, context, seen, target);
    const filled = filledBy(context, target, brought, { number: row.number, input: read.input }, seen.taken);
    give(seen, contactsIn(filled, row), target);
  }
  return seen;
}

interface Target {
  readonly id: string;
  readonly isInScope: boolean;
  readonly lead: Parameters<typeof emptyFields>[0];
}

/** The lead that a row would make; it has what the rows about it bring. */
const wouldBe = (number: number): Target => ({ id: String(-number), isInScope: true, lead: NOTHING });

const NOTHING: Target['lead'] = {
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  estimated_value: null,
  source_id: null,
  custom_fields: {},
};

/** The lead that an earlier row is about. */
const targetOf = (database: Database, context: ChunkContext, { target, phone, email_key }: TargetRow) =>
  target.startsWith('-') ? wouldBe(Number(target.slice(1))) : existing(database, context, phone, email_key);

async function existing(
  database: Database,
  { author, actor }: ChunkContext,
  phone: string | null,
  email_key: string | null,
): Promise<Target> {
  const found = await findExistingLead(database, author.organizationId, actor, phone, email_key);
  return found === undefined
    ? { id: '0', isInScope: false, lead: NOTHING }
    : { id: found.id, isInScope: found.in_scope, lead: found };
}

/** Read once a chunk. */
async function broughtTo(
  database: Database,
  { author, held, settings, meaning }: ChunkContext,
  seen: Seen,
  { id }: Target,
): Promise<Brought> {
  const known = seen.brought.get(id);
  if (known !== undefined || held.on_duplicate !== 'fill') return known ?? new Map();
  const brought: Brought = new Map();
  for (const { cells, number } of await listOfTarget(database, author.organizationId, held.id, id, MOST_OF_TARGET)) {
    const read = readRow(settings, meaning, JSON.parse(cells));
    if ('input' in read) bring(brought, number, read.input);
  }
  seen.brought.set(id, brought);
  return brought;
}

function bring(brought: Brought, number: number, input: LeadCreate): Brought {
  for (const name of namesIn(input)) if (!brought.has(name)) brought.set(name, number);
  return brought;
}

/** The fields that a row brings and that neither the lead nor an earlier row about it has. */
function filledBy(
  { held }: ChunkContext,
  target: Target,
  brought: Brought,
  { number, input }: { number: number; input: LeadCreate },
  taken: ReadonlySet<string | null>,
): string[] {
  if (held.on_duplicate !== 'fill' || !target.isInScope) return [];
  const { phone, email, ...empty } = emptyFields(target.lead, input);
  if (tooLarge({ ...target.lead.custom_fields, ...empty.custom_fields }) !== null) return [];
  const contact = {
    ...(phone && !taken.has(phone) && { phone }),
    ...(email && !taken.has(emailKey(email)) && { email }),
  };
  const isNew = (name: string) => number <= (brought.get(name) ?? number);
  return namesIn({ ...empty, ...contact } as LeadCreate).filter(isNew);
}

const namesIn = ({ custom_fields = {}, ...plain }: LeadCreate): string[] => [
  ...Object.entries(plain).flatMap(([name, value]) => (value === null || value === undefined ? [] : [name])),
  ...Object.keys(custom_fields).map((key) => `custom_fields.${key}`),
];
