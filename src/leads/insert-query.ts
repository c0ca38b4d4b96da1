import type { Author } from '../audit/audit.ts';
import { changesBytes } from '../audit/changes-bytes.ts';
import { bulk } from '../db/bulk.ts';
import type { Sql } from '../db/sql.ts';
import { authorColumns, authorValues } from './author-columns.ts';
import type { CreateEvents } from './events.ts';
import { RENDERED_SHAPE } from './render.ts';
import { emailKey, type LeadRow } from './row.ts';

/**
 * A new lead with everything it leaves behind. The unique indexes decide whose phone and email they are, so this is true under
 * any concurrency.
 */
const newLeads = bulk(
  {
    public_id: 'text',
    first_name: 'text',
    last_name: 'text',
    phone: 'text',
    email: 'text',
    email_key: 'text',
    source_id: 'bigint',
    status_id: 'bigint',
    owner_id: 'bigint',
    team_id: 'bigint',
    estimated_value: 'numeric',
    custom_fields: 'jsonb',
    score: 'smallint',
    signals: 'jsonb',
    rescore_at: 'timestamptz',
    scored_with: 'integer',
    at: 'timestamptz',
    rendered: 'text',
    ...authorColumns,
    transition: 'text',
    status_number: 'integer',
    activity: 'text',
    audit: 'text',
    changes: 'jsonb',
    rule_id: 'bigint',
    strategy: 'text',
    candidate_ids: 'text',
    outcomes: 'text',
    passed_rule_ids: 'bigint[]',
    passed_until: 'smallint[]',
    standings: 'text',
    weights: 'text',
    turn: 'bigint',
    waiting: 'boolean',
    decision_hash: 'bigint',
    chosen_candidate: 'smallint',
  },
  `inserted as (
     insert into leads (organization_id, public_id, first_name, last_name, phone, email, email_key, source_id, status_id,
                        status_since, owner_id, team_id, estimated_value, custom_fields, score, signals, rescore_at,
                        scored_with, last_activity_at, created_at, updated_at, rendered, rendered_shape,
                        entered, recorded_status_id, recorded_at, decision_hash, chosen_candidate)
     select $1::bigint, public_id, first_name, last_name, phone, email, email_key, source_id, status_id,
            at, owner_id, team_id, estimated_value, custom_fields, score, signals, rescore_at,
            scored_with, at, at, at, rendered, ${RENDERED_SHAPE},
            set_bit(decode(repeat('00', status_number / 8 + 1), 'hex'), status_number, 1), status_id, at,
            decision_hash, chosen_candidate
       from given
     on conflict do nothing
     returning id, public_id
   ), made as materialized (
     select inserted.id, given.* from inserted join given using (public_id)
   ), recency as (
     insert into lead_recency (organization_id, lead_id, last_activity_at, created_at, status_id, source_id, owner_id,
                               team_id, score)
     select $1::bigint, id, at, at, status_id, source_id, owner_id, team_id, score from made
   ), transition as (
     insert into transitions (organization_id, public_id, lead_id, lead_created_at, to_status_id,
                              actor_token_id, actor_membership_id, actor_form_id, occurred_at)
     select $1::bigint, transition, id, at, status_id, token_id, membership_id, form_id, at from made
   ), activity as (
     insert into activities (organization_id, public_id, lead_id, kind,
                             actor_token_id, actor_membership_id, actor_form_id, occurred_at)
     select $1::bigint, activity, id, 'created', token_id, membership_id, form_id, at from made
   ), assignment as (
     insert into assignments (organization_id, lead_id, owner_id, rule_id, strategy, candidate_ids, outcomes,
                              passed_rule_ids, passed_until, standings, weights, turn, waiting, assigned_at)
     select $1::bigint, id, owner_id, rule_id, strategy, candidate_ids, outcomes,
            passed_rule_ids, passed_until, standings, weights, turn, waiting, at
       from made
   ), audit as (
     insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                                actor_token_id, actor_membership_id, actor_form_id, changes, changes_bytes, request_id,
                                address, occurred_at)
     select $1::bigint, audit, 'lead.created', 'lead', public_id, id,
            token_id, membership_id, form_id, changes, ${changesBytes('changes')}, request_id, address, at
       from made
   )
   select n, id from made`,
);

/** Writes a new lead with everything it leaves behind; its id, or null where phone or email belong to another lead. */
export async function insertLead(
  sql: Sql,
  author: Author,
  lead: Omit<LeadRow, 'id'>,
  { transition, number, activity, audit, assignment }: CreateEvents,
): Promise<string | null> {
  const row = await sql.row<{ id: string }>(newLeads, [
    author.organizationId,
    lead.public_id,
    lead.first_name,
    lead.last_name,
    lead.phone,
    lead.email,
    emailKey(lead.email),
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
    lead.created_at.toISOString(),
    lead.rendered,
    ...authorValues(author),
    transition,
    number,
    activity,
    audit.public_id,
    JSON.stringify(audit.changes),
    assignment.rule,
    assignment.strategy,
    assignment.candidates,
    assignment.outcomes,
    assignment.passed_rules,
    assignment.passed_until,
    assignment.standings,
    assignment.weights,
    assignment.turn,
    assignment.waiting,
    assignment.hash,
    assignment.chosen,
  ]);
  return row?.id ?? null;
}
