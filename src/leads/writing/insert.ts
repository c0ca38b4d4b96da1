import { insertRows } from '../../db/many-rows.ts';
import type { Query } from '../../db/sql.ts';
import { termsOf, wordTextOf } from '../finding/terms.ts';
import { RENDERED_SHAPE } from '../render.ts';
import { emailKey } from '../row.ts';
import type { LeadWrite } from './events.ts';
import { insertTerms } from './terms.ts';

/** Inserts new leads, with their rows in lead_recency and lead_terms. */
export const insertLeads = (organizationId: string, writes: readonly LeadWrite[]): Query[] => [
  ...insertRows(
    `insert into leads (organization_id, id, public_id, first_name, last_name, phone, email, email_key, words, source_id, status_id,
                        status_since, owner_id, team_id, estimated_value, custom_fields, score, signals, rescore_at,
                        scored_with, last_activity_at, created_at, updated_at, rendered, rendered_shape,
                        entered, recorded_status_id, recorded_at, decision_hash, chosen_candidate)`,
    organizationId,
    writes.map(leadValues),
  ),
  ...insertRows(
    `insert into lead_recency (organization_id, lead_id, last_activity_at, updated_at, created_at, status_id, source_id,
                               owner_id, team_id, score)`,
    organizationId,
    writes.map(({ lead }) => {
      const at = lead.created_at.toISOString();
      return [lead.id, at, at, at, lead.status_id, lead.source_id, lead.owner_id, lead.team_id, lead.score];
    }),
  ),
  ...insertTerms(
    organizationId,
    writes.flatMap(({ settings, lead }) => termsOf(settings, lead).map((term) => ({ lead, term }))),
  ),
];

function leadValues({ lead, events }: LeadWrite): unknown[] {
  const at = lead.created_at.toISOString();
  return [
    lead.id,
    lead.public_id,
    lead.first_name,
    lead.last_name,
    lead.phone,
    lead.email,
    emailKey(lead.email),
    wordTextOf(lead),
    lead.source_id,
    lead.status_id,
    at,
    lead.owner_id,
    lead.team_id,
    lead.estimated_value,
    JSON.stringify(lead.custom_fields),
    lead.score,
    lead.signals && JSON.stringify(lead.signals),
    lead.rescore_at?.toISOString() ?? null,
    lead.scored_with,
    at,
    at,
    at,
    lead.rendered,
    RENDERED_SHAPE,
    bitOf(events.transition?.number ?? 0),
    lead.status_id,
    at,
    events.assignment?.hash ?? null,
    events.assignment?.chosen ?? null,
  ];
}

/** Bytes with one bit set, numbered as `set_bit` does: from the lowest bit of the first byte. */
function bitOf(number: number): string {
  const bytes = Buffer.alloc((number >> 3) + 1);
  bytes[number >> 3] = 1 << (number & 7);
  return `\\x${bytes.toString('hex')}`;
}
