import type { Author } from '../audit/audit.ts';
import type { Sql } from '../db/sql.ts';
import type { CreateEvents, LeadEvents } from './events.ts';
import type { LeadRow, StorableLead } from './row.ts';

/** Writes a new lead with everything it leaves behind; its id, or null where phone or email belong to another lead. */
export async function insertLead(
  sql: Sql,
  author: Author,
  lead: StorableLead & Pick<LeadRow, 'public_id' | 'created_at'>,
  { transition, activity, audit, assignment }: CreateEvents,
): Promise<string | null> {
  const row = await sql.row<{ id: string | null }>(
    `select leadline_create_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::smallint, $15, $16, $17,
                                 $18, $19, $20::smallint, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33,
                                 $34, $35, $36, $37, $38) as id`,
    [
      author.organizationId,
      lead.public_id,
      lead.first_name,
      lead.last_name,
      lead.phone,
      lead.email,
      lead.email_key,
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
      lead.rendered_shape,
      author.tokenId,
      author.membershipId,
      author.formId,
      author.requestId,
      transition,
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
    ],
    'grouped',
  );
  return row?.id ?? null;
}

/** Writes a changed lead with everything the change leaves behind; false where somebody else has changed it meanwhile. */
export async function updateLead(
  sql: Sql,
  author: Author,
  lead: StorableLead & LeadRow,
  events: LeadEvents,
): Promise<boolean> {
  const { transition, audit } = events;
  const activity = events.activities?.[0];
  const row = await sql.row<{ written: boolean }>(
    `select leadline_write_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::smallint, $18,
                                $19, $20, $21, $22, $23, $24, $25::smallint, $26, $27, $28, $29, $30, $31, $32, $33, $34,
                                $35, $36, $37, $38, $39, $40, $41, $42) as written`,
    [
      author.organizationId,
      lead.id,
      lead.version,
      lead.public_id,
      lead.first_name,
      lead.last_name,
      lead.phone,
      lead.email,
      lead.email_key,
      lead.source_id,
      lead.status_id,
      lead.status_since.toISOString(),
      lead.owner_id,
      lead.team_id,
      lead.estimated_value,
      JSON.stringify(lead.custom_fields),
      lead.score,
      lead.signals && JSON.stringify(lead.signals),
      lead.rescore_at?.toISOString() ?? null,
      lead.scored_with,
      lead.last_activity_at.toISOString(),
      lead.last_reenquiry_at?.toISOString() ?? null,
      lead.updated_at.toISOString(),
      lead.rendered,
      lead.rendered_shape,
      author.tokenId,
      author.membershipId,
      author.formId,
      author.requestId,
      transition?.public_id,
      transition?.from,
      transition?.to,
      transition?.note,
      transition?.seconds,
      activity?.public_id,
      activity?.kind,
      activity?.summary,
      activity?.occurred_at,
      audit?.public_id,
      audit?.action,
      audit && JSON.stringify(audit.changes),
      moreOf(events),
    ],
    'grouped',
  );
  return row?.written ?? false;
}

/** What only few changes leave behind, as JSON. */
function moreOf({ activities = [], note, assignment, reassigned }: LeadEvents): string | null {
  if (activities.length < 2 && !note && !assignment && !reassigned) return null;
  return JSON.stringify({
    ...(activities.length > 1 && { activities: activities.slice(1) }),
    note,
    assignment,
    reassigned,
  });
}
