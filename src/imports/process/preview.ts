import type { Database, Transaction } from '../../db/sql.ts';
import { findExistingLead, listTakenContacts } from '../../leads/contacts.ts';
import { emailKey } from '../../leads/row.ts';
import type { LeadCreate } from '../../leads/schemas.ts';
import { tooLarge } from '../../leads/writing/custom-values.ts';
import { emptyFields } from '../../leads/writing/fill.ts';
import { readRow } from '../cells.ts';
import type { KeptRow } from '../queries.ts';
import type { ChunkContext, SoundRow } from './context.ts';
import { type Counts, listOfTarget, listWouldBe, type WaitingRow } from './queries.ts';

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
  const seen = await readSeen(sql, context, sound);
  const kept: KeptRow[] = [];
  for (const { row, input } of sound) {
    const [phone, email_key] = [input.phone ?? null, emailKey(input.email ?? null)];
    const known = { ...row, phone, email_key };
    const isTaken = seen.taken.has(phone) || seen.taken.has(email_key);
    const wouldBe = seen.made.get(phone) ?? (seen.taken.has(phone) ? undefined : seen.made.get(email_key));
    if (!isTaken && wouldBe === undefined) {
      counts.created++;
      for (const contact of [phone, email_key]) if (contact !== null) seen.made.set(contact, row.number);
      kept.push({ ...known, target: String(-row.number) });
      continue;
    }
    counts.duplicates++;
    const target = await targetOf(database, context, wouldBe, phone, email_key);
    const isToFill = context.held.on_duplicate === 'fill' && target.isInScope;
    const earlier = kept.filter((one) => one.target === target.id);
    if (isToFill && (await wouldFill(database, context, target, earlier, input, seen.taken))) counts.filled++;
    kept.push({ ...known, target: target.id });
  }
  return kept;
}

/** Contacts that leads have, and those that earlier rows of the file would make leads with. */
async function readSeen(sql: Transaction, { author, held }: ChunkContext, sound: readonly SoundRow[]) {
  const { organizationId } = author;
  const phones = sound.flatMap(({ input }) => input.phone ?? []);
  const emails = sound.flatMap(({ input }) => emailKey(input.email ?? null) ?? []);
  const wouldBe = [
    ...listWouldBe(organizationId, held.id, 'phone', phones),
    ...listWouldBe(organizationId, held.id, 'email_key', emails),
  ];
  const made = new Map<string | null, number>();
  for (const { phone, email_key, number } of (await sql.together(wouldBe)).flat()) {
    for (const contact of [phone, email_key]) if (contact !== null) made.set(contact, number);
  }
  return { taken: await listTakenContacts(sql, organizationId, phones, emails), made };
}

interface Target {
  readonly id: string;
  readonly isInScope: boolean;
  readonly lead: Parameters<typeof emptyFields>[0];
}

const NOTHING: Target['lead'] = {
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  estimated_value: null,
  source_id: null,
  custom_fields: {},
};

/** The lead that a duplicate is about; one that would be made has what the rows about it bring. */
async function targetOf(
  database: Database,
  { author, actor }: ChunkContext,
  wouldBe: number | undefined,
  phone: string | null,
  email_key: string | null,
): Promise<Target> {
  if (wouldBe !== undefined) return { id: String(-wouldBe), isInScope: true, lead: NOTHING };
  const found = await findExistingLead(database, author.organizationId, actor, phone, email_key);
  return found === undefined
    ? { id: '0', isInScope: false, lead: NOTHING }
    : { id: found.id, isInScope: found.in_scope, lead: found };
}

/** Whether the row brings something that neither the lead nor an earlier row about it has. */
async function wouldFill(
  database: Database,
  { author, held, settings, meaning }: ChunkContext,
  target: Target,
  inChunk: readonly KeptRow[],
  input: LeadCreate,
  taken: ReadonlySet<string | null>,
): Promise<boolean> {
  const before = await listOfTarget(database, author.organizationId, held.id, target.id, MOST_OF_TARGET);
  const brought = new Set(
    [...before, ...inChunk].flatMap(({ cells }: Pick<WaitingRow, 'cells'>) => {
      const read = readRow(settings, meaning, JSON.parse(cells));
      return 'input' in read ? namesIn(read.input) : [];
    }),
  );
  const { phone, email, ...empty } = emptyFields(target.lead, input);
  if (tooLarge({ ...target.lead.custom_fields, ...empty.custom_fields }) !== null) return false;
  const contact = {
    ...(phone && !taken.has(phone) && { phone }),
    ...(email && !taken.has(emailKey(email)) && { email }),
  };
  return namesIn({ ...empty, ...contact } as LeadCreate).some((name) => !brought.has(name));
}

const namesIn = ({ custom_fields = {}, ...plain }: LeadCreate): string[] => [
  ...Object.entries(plain).flatMap(([name, value]) => (value === null || value === undefined ? [] : [name])),
  ...Object.keys(custom_fields).map((key) => `custom_fields.${key}`),
];
