import type { Database, Transaction } from '../../db/sql.ts';
import { findExistingLead, listTakenContacts } from '../../leads/contacts.ts';
import { emailKey } from '../../leads/row.ts';
import type { LeadPatch } from '../../leads/schemas.ts';
import type { emptyFields } from '../../leads/writing/fill.ts';
import type { ChunkContext } from './context.ts';
import { listGifts, listOwningRows, type OwningRow } from './queries.ts';

type Values = Parameters<typeof emptyFields>[0];

/** A lead as it would be by now: one that is there, or one that a row of the file would make. */
export interface PreviewedLead {
  /** Of a lead that a row would make, minus that row's number. */
  readonly id: string;
  readonly isInScope: boolean;
  values: Values;
}

/** The leads that the rows of a chunk are about, with what earlier rows of a dry run would have put into them. */
export class PreviewedLeads {
  readonly #database: Database;
  readonly #context: ChunkContext;
  /** Phones and keys of emails that leads have when the chunk begins. */
  #taken: ReadonlySet<string | null> = new Set();
  /** Those that leads would have by rows of earlier chunks, with the first such row. */
  #given: ReadonlyMap<string, OwningRow> = new Map();
  readonly #byContact = new Map<string, PreviewedLead>();
  readonly #byId = new Map<string, PreviewedLead>();

  constructor(database: Database, context: ChunkContext) {
    this.#database = database;
    this.#context = context;
  }

  /** Reads what is known of the contacts of a chunk. */
  async look(sql: Transaction, phones: readonly string[], emailKeys: readonly string[]): Promise<void> {
    const { author, held } = this.#context;
    this.#taken = await listTakenContacts(sql, author.organizationId, phones, emailKeys);
    const isFree = (contact: string) => !this.#taken.has(contact);
    const rows = await sql.together([
      ...listOwningRows(author.organizationId, held.id, 'phone', phones.filter(isFree)),
      ...listOwningRows(author.organizationId, held.id, 'email_key', emailKeys.filter(isFree)),
    ]);
    this.#given = new Map(rows.flat().map((row) => [row.contact, row]));
  }

  isFree(contact: string): boolean {
    return !this.#taken.has(contact) && !this.#given.has(contact) && !this.#byContact.has(contact);
  }

  /** The lead that would have this phone or email. */
  async ownerOf(contact: string | null): Promise<PreviewedLead | undefined> {
    if (contact === null || this.isFree(contact)) return undefined;
    const lead = this.#byContact.get(contact) ?? (await this.#read(contact));
    this.#byContact.set(contact, lead);
    return lead;
  }

  /** The lead that a row would make. */
  make(rowNumber: number): PreviewedLead {
    const lead = { id: String(-rowNumber), isInScope: true, values: NOTHING };
    this.#byId.set(lead.id, lead);
    return lead;
  }

  give(lead: PreviewedLead, gift: LeadPatch): void {
    lead.values = withGift(lead.values, gift);
    for (const contact of [gift.phone, emailKey(gift.email ?? null)]) if (contact) this.#byContact.set(contact, lead);
  }

  /** Once for each lead of a chunk. */
  async #read(contact: string): Promise<PreviewedLead> {
    const { author, held } = this.#context;
    const row = this.#given.get(contact);
    const isMade = row?.target.startsWith('-') === true;
    const lead = isMade ? { id: row.target, isInScope: true, values: NOTHING } : await this.#find(contact, row);
    const known = this.#byId.get(lead.id);
    if (known !== undefined) return known;
    this.#byId.set(lead.id, lead);
    if (held.on_duplicate !== 'fill') return lead;
    for (const { cells } of await listGifts(this.#database, author.organizationId, held.id, lead.id)) {
      lead.values = withGift(lead.values, JSON.parse(cells));
    }
    return lead;
  }

  /** A lead that is there: by a contact of its own, which a row that gives it another one has, too. */
  async #find(contact: string, row: OwningRow | undefined): Promise<PreviewedLead> {
    const { author, actor } = this.#context;
    const [phone, email_key] = row === undefined ? [contact, contact] : [row.phone, row.email_key];
    const found = await findExistingLead(this.#database, author.organizationId, actor, phone, email_key);
    if (found === undefined) return { id: '0', isInScope: false, values: NOTHING };
    return { id: found.id, isInScope: found.in_scope, values: found };
  }
}

const NOTHING: Values = {
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  estimated_value: null,
  source_id: null,
  custom_fields: {},
};

const withGift = (values: Values, { source, custom_fields, ...plain }: LeadPatch): Values => ({
  ...values,
  ...plain,
  source_id: source ?? values.source_id,
  custom_fields: { ...values.custom_fields, ...custom_fields },
});
