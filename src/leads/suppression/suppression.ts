import { createHmac } from 'node:crypto';
import { append } from '../../audit/append.ts';
import { type Database, type Query, sqlState, type Transaction } from '../../db/sql.ts';
import { lookForSuppressed } from '../../distribution/rotation.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import { Problem } from '../../problems.ts';
import { emailKey, type LeadFields } from '../row.ts';
import { deleteSuppressed, insertSuppressed, listSuppressed, refuseSuppressed } from './queries.ts';

/** The phone or email belonged to an erased lead, and is not to be captured again. */
export class SuppressedContact extends Problem {
  constructor() {
    super('conflict', {
      detail: 'The lead with this phone or email was erased, and is not to be captured again. Nothing was stored.',
    });
  }
}

/** A write was refused because it gave a lead a suppressed contact. */
export const isRefusedContact = (error: unknown): boolean => sqlState(error) === 'LL001';

type Contact = Pick<LeadFields, 'phone' | 'email'>;

const contactsOf = ({ phone, email }: Contact): string[] => [phone, emailKey(email)].filter((one) => one !== null);

/** Contacts of erased leads that must not come back. Only keyed hashes of them are stored. */
export class Suppression {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Of these contacts, those that are suppressed: read after the look-up of duplicates, or one could slip between the two. */
  async among(
    sql: Transaction,
    organizationId: string,
    leads: readonly Contact[],
  ): Promise<(lead: Contact) => boolean> {
    const hashes = leads.flatMap((lead) => this.#hashesOf(organizationId, lead));
    if (hashes.length === 0) return () => false;
    const rows = await sql.together(listSuppressed(organizationId, hashes));
    const found = new Set(rows.flat().map(({ hash }) => hash.toString('hex')));
    return (lead) => this.#hashesOf(organizationId, lead).some((hash) => found.has(hash.toString('hex')));
  }

  /** What makes captures look, to be run before the lead is locked. */
  prepare = (organizationId: string): Query[] => lookForSuppressed(organizationId);

  add(organizationId: string, lead: Contact): Query[] {
    return this.#hashesOf(organizationId, lead).map((hash) => insertSuppressed(organizationId, hash));
  }

  /** For a change of a lead, to be run after it is written: fails if a contact that it set is suppressed. */
  refuse(organizationId: string, before: Contact, after: Contact): Query[] {
    const had = contactsOf(before);
    const fresh = contactsOf(after).filter((contact) => !had.includes(contact));
    const hashes = fresh.map((contact) => this.#hashOf(organizationId, contact));
    return hashes.length === 0 ? [] : [refuseSuppressed(organizationId, hashes)];
  }

  /** Lets a contact be captured again; false if it was not suppressed. For the operator. */
  async lift(
    database: Database,
    organization: { id: string; public_id: string },
    field: 'phone' | 'email',
    value: string,
  ): Promise<boolean> {
    const lead = { phone: null, email: null, [field]: value };
    return database.begin(async (sql) => {
      const [hash] = this.#hashesOf(organization.id, lead);
      const [gone] = hash === undefined ? [[]] : await sql.together([deleteSuppressed(organization.id, hash)]);
      if (gone.length === 0) return false;
      await append(sql, systemAuthor(organization.id), {
        action: 'organization.contact_unsuppressed',
        subject: { type: 'organization', publicId: organization.public_id },
        changes: [{ field: 'suppressed_contact', from: field, to: null }],
      });
      return true;
    });
  }

  #hashesOf(organizationId: string, lead: Contact): Buffer[] {
    return contactsOf(lead).map((contact) => this.#hashOf(organizationId, contact));
  }

  /** Of this organization alone. A phone never equals an email. */
  #hashOf(organizationId: string, contact: string): Buffer {
    return createHmac('sha256', this.#key).update(`${organizationId}:${contact}`).digest();
  }
}
