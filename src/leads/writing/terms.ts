import { type Column, deleteRows, insertManyRows } from '../../db/many-rows.ts';
import type { Query } from '../../db/sql.ts';
import { termsOf } from '../finding/terms.ts';
import type { LeadRow } from '../row.ts';
import type { ChangedLead, NewLead } from './events.ts';

interface TermRow {
  readonly lead: Pick<LeadRow, 'id' | 'created_at'>;
  readonly term: string;
}

const KEY: readonly Column[] = [
  { name: 'term', type: 'text' },
  { name: 'created_at', type: 'timestamptz' },
  { name: 'lead_id', type: 'bigint' },
];

const valuesOf = ({ lead, term }: TermRow): unknown[] => [term, lead.created_at.toISOString(), lead.id];

const insertTerms = (organizationId: string, rows: readonly TermRow[]): Query[] =>
  insertManyRows(
    'insert into lead_terms (organization_id, term, created_at, lead_id)',
    [organizationId],
    rows.map(valuesOf),
  );

/** The terms of new leads, all created at the same time. */
export const insertNewTerms = (organizationId: string, createdAt: string, writes: readonly NewLead[]): Query[] =>
  insertManyRows(
    'insert into lead_terms (organization_id, created_at, lead_id, term)',
    [organizationId, createdAt],
    writes.flatMap(({ lead, traits }) => traits.terms.map((term) => [lead.id, term])),
  );

export const deleteTerms = (organizationId: string, rows: readonly TermRow[]): Query[] =>
  deleteRows('lead_terms', KEY, organizationId, rows.map(valuesOf));

/** Writes the terms that changed with their leads. */
export function updateTerms(organizationId: string, writes: readonly ChangedLead[]): Query[] {
  const gone: TermRow[] = [];
  const added: TermRow[] = [];
  for (const { settings, before, lead } of writes) {
    if (!isFoundDifferently(before, lead)) continue;
    const [had, has] = [new Set(termsOf(settings, before)), new Set(termsOf(settings, lead))];
    for (const term of had) if (!has.has(term)) gone.push({ lead, term });
    for (const term of has) if (!had.has(term)) added.push({ lead, term });
  }
  return [...deleteTerms(organizationId, gone), ...insertTerms(organizationId, added)];
}

const isFoundDifferently = (before: LeadRow, lead: LeadRow): boolean =>
  before.first_name !== lead.first_name ||
  before.last_name !== lead.last_name ||
  before.email !== lead.email ||
  before.phone !== lead.phone ||
  before.estimated_value !== lead.estimated_value ||
  before.custom_fields !== lead.custom_fields;
