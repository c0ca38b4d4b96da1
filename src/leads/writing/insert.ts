import { insertRows } from '../../db/many-rows.ts';
import type { Query } from '../../db/sql.ts';
import { bitsOf } from '../../pipeline/entered.ts';
import { RENDERED_SHAPE } from '../render.ts';
import { emailKey } from '../row.ts';
import { byTime, type NewLead } from './events.ts';
import { insertNewTerms } from './terms.ts';

/** Inserts new leads, with their rows in lead_recency and lead_terms. */
export const insertLeads = (organizationId: string, writes: readonly NewLead[]): Query[] =>
  [...byTime(writes)].flatMap(([at, group]) => [
    ...insertRows(
      `insert into leads (organization_id, created_at, updated_at, last_activity_at, status_since, recorded_at,
                          id, public_id, first_name, last_name, phone, email, email_key, words, source_id, status_id,
                          owner_id, team_id, estimated_value, custom_fields, score, signals, rescore_at,
                          scored_with, rendered, rendered_shape, entered, recorded_status_id, decision_hash,
                          chosen_candidate)`,
      [organizationId, at, at, at, at, at],
      group.map(leadValues),
    ),
    ...insertRows(
      `insert into lead_recency (organization_id, created_at, updated_at, last_activity_at, lead_id, status_id, source_id,
                                 owner_id, team_id, score)`,
      [organizationId, at, at, at],
      group.map(({ lead }) => [lead.id, lead.status_id, lead.source_id, lead.owner_id, lead.team_id, lead.score]),
    ),
    ...insertNewTerms(organizationId, at, group),
  ]);

const leadValues = ({ lead, traits, events }: NewLead): unknown[] => [
  lead.id,
  lead.public_id,
  lead.first_name,
  lead.last_name,
  lead.phone,
  lead.email,
  emailKey(lead.email),
  traits.words,
  lead.source_id,
  lead.status_id,
  lead.owner_id,
  lead.team_id,
  lead.estimated_value,
  JSON.stringify(lead.custom_fields),
  lead.score,
  lead.signals && JSON.stringify(lead.signals),
  lead.rescore_at?.toISOString() ?? null,
  lead.scored_with,
  lead.rendered,
  RENDERED_SHAPE,
  `\\x${bitsOf([events.transition?.number ?? 0]).toString('hex')}`,
  lead.status_id,
  events.assignment?.hash ?? null,
  events.assignment?.chosen ?? null,
];
