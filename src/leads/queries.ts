import type { Actor } from '../access/actor.ts';
import { leadsInScope } from '../access/scope.ts';
import type { Author } from '../audit/audit.ts';
import type { Planning, Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { CreateEvents, LeadEvents } from './events.ts';
import type { PageStatement } from './filter.ts';
import type { PageRow } from './page.ts';
import type { LeadRow, StorableLead } from './row.ts';

type StoredRow = Omit<LeadRow, 'estimated_value'> & { estimated_value: string | null };

const columns = `leads.id, leads.public_id, leads.first_name, leads.last_name, leads.phone, leads.email, leads.source_id,
  leads.status_id, leads.status_since, leads.owner_id, leads.team_id, leads.estimated_value, leads.custom_fields,
  leads.score, leads.signals, leads.rescore_at, leads.scored_with, leads.last_activity_at, leads.last_reenquiry_at, leads.created_at, leads.updated_at, leads.version,
  leads.rendered`;

const leadOf = (row: StoredRow): LeadRow => ({
  ...row,
  estimated_value: row.estimated_value === null ? null : Number(row.estimated_value),
});

/** The lead, if the actor may see it. `lock` holds it against other changes until the transaction ends. */
export async function findLead(sql: Sql, actor: Actor, publicId: string, lock = false): Promise<LeadRow | undefined> {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  const row = await sql.row<StoredRow>(
    `select ${columns} from leads
      where ${scope} and leads.public_id = ${values.add(publicId)} ${lock ? 'for update' : ''}`,
    values.list,
    lock ? 'once' : 'short',
  );
  return row && leadOf(row);
}

/** As much of a lead as a read shows, if the actor may see it; `due`: its score has faded since it was written. */
export function findShownLead(sql: Sql, actor: Actor, publicId: string, now: Date) {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  return sql.row<Pick<LeadRow, 'rendered' | 'score' | 'version'> & { due: boolean }>(
    `select leads.rendered, leads.score, leads.version,
            (leads.rescore_at <= ${values.add(now.toISOString())}) is true as due
       from leads
      where ${scope} and leads.public_id = ${values.add(publicId)}`,
    values.list,
    'short',
  );
}

export async function isLeadInScope(sql: Sql, actor: Actor, publicId: string): Promise<boolean> {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  const text = `select leads.id from leads where ${scope} and leads.public_id = ${values.add(publicId)}`;
  return (await sql.row(text, values.list)) !== undefined;
}

/** For the service itself, which puts a re-enquiry on a lead whoever enquires. */
export async function findLeadById(sql: Sql, organizationId: string, id: string, lock: boolean) {
  const row = await sql.row<StoredRow>(
    `select ${columns} from leads where organization_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [organizationId, id],
  );
  return row && leadOf(row);
}

/** For the service itself, which hands leads out. */
export async function listLeadsById(sql: Sql, organizationId: string, ids: readonly string[]): Promise<LeadRow[]> {
  const rows = await sql.rows<StoredRow>(
    `select ${columns} from leads where organization_id = $1 and id = any($2::bigint[])`,
    [organizationId, ids],
  );
  return rows.map(leadOf);
}

export interface Twin extends LeadRow {
  in_scope: boolean;
}

/**
 * The lead that has this phone, else the one that has this email; whether the actor may see it comes along. Without an
 * actor (a form) nothing is to be seen.
 */
export async function findTwin(
  sql: Sql,
  organizationId: string,
  actor: Actor | null,
  phone: string | null,
  emailKey: string | null,
) {
  const values = new Values(organizationId, phone, emailKey);
  const scope = actor === null ? 'false' : leadsInScope(actor, values);
  const row = await sql.row<StoredRow & { in_scope: boolean }>(
    `select ${columns}, (${scope}) is true as in_scope
       from leads
      where leads.organization_id = $1 and (leads.phone = $2 or leads.email_key = $3)
      order by (leads.phone = $2) is true desc
      limit 1`,
    values.list,
  );
  return row && { ...leadOf(row), in_scope: row.in_scope };
}

/** The statement is put together by the filter, scope included. */
export const readLeadPage = (sql: Sql, { text, values }: PageStatement, planning: Planning) =>
  sql.row<PageRow>(text, values, planning);

/** Of a plan, as PostgreSQL tells it. */
export interface PlanNode {
  'Node Type': string;
  'Total Cost': number;
  Plans?: PlanNode[];
}

/** How PostgreSQL would go about a statement with these values. */
export async function explainStatement(sql: Sql, { text, values }: PageStatement): Promise<PlanNode> {
  const row = await sql.row<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json) ${text}`, values, 'replan');
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('PostgreSQL explained nothing');
  return plan;
}

/** Every lead of an organization, whoever may see it: for the operator's check. */
export async function listLeadsForVerification(sql: Sql, organizationId: string, afterId: string, limit: number) {
  const rows = await sql.rows<StoredRow>(
    `select ${columns} from leads where organization_id = $1 and id > $2 order by id limit $3`,
    [organizationId, afterId, limit],
  );
  return rows.map(leadOf);
}

/**
 * What leads keep of their recorded transitions, and what the transitions themselves say, both as of one moment; with whether
 * everything that the lead refers to is there, and its recency is what it should be.
 */
export interface KeptAndRecorded {
  public_id: string;
  /** Ids between spaces. */
  entered: string;
  recorded_status_id: string | null;
  recorded_at: Date | null;
  entered_ids: string[] | null;
  last_status_id: string | null;
  last_at: Date | null;
  is_whole: boolean;
}

export const listKeptAndRecorded = (sql: Sql, organizationId: string, leadIds: readonly string[]) =>
  sql.rows<KeptAndRecorded>(
    `select leads.public_id, leads.entered, leads.recorded_status_id, leads.recorded_at,
            path.entered_ids, path.last_status_id, path.last_at,
            statuses.id is not null
              and (leads.source_id is null or sources.id is not null)
              and (leads.owner_id is null or owners.id is not null)
              and (leads.team_id is null or teams.id is not null)
              and row(recency.last_activity_at, recency.created_at, recency.status_id, recency.source_id, recency.owner_id,
                      recency.team_id, recency.score)
                  is not distinct from
                  row(leads.last_activity_at, leads.created_at, leads.status_id, leads.source_id, leads.owner_id,
                      leads.team_id, leads.score) as is_whole
       from leads
       left join statuses on statuses.organization_id = leads.organization_id and statuses.id = leads.status_id
       left join sources on sources.organization_id = leads.organization_id and sources.id = leads.source_id
       left join memberships as owners on owners.organization_id = leads.organization_id and owners.id = leads.owner_id
       left join teams on teams.organization_id = leads.organization_id and teams.id = leads.team_id
       left join lead_recency as recency on recency.organization_id = leads.organization_id and recency.lead_id = leads.id
       cross join lateral (
         select array_agg(distinct steps.to_status_id::text) as entered_ids,
                (array_agg(steps.to_status_id order by steps.occurred_at desc, steps.id desc))[1] as last_status_id,
                max(steps.occurred_at) as last_at
           from transitions as steps
          where steps.organization_id = leads.organization_id and steps.lead_created_at = leads.created_at
            and steps.lead_id = leads.id) as path
      where leads.organization_id = $1 and leads.id = any($2::bigint[])`,
    [organizationId, leadIds],
  );

/** What the leads' activities of these kinds are, for the score. */
export const listSignalActivities = (
  sql: Sql,
  organizationId: string,
  leadIds: readonly string[],
  kinds: readonly string[],
) =>
  sql.rows<{ lead_id: string; kind: string; occurred_at: Date }>(
    `select lead_id, kind, occurred_at from activities
      where organization_id = $1 and lead_id = any($2::bigint[]) and kind = any($3::text[])`,
    [organizationId, leadIds, kinds],
  );

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
