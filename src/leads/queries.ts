import type { Actor } from '../access/actor.ts';
import { leadsInScope } from '../access/scope.ts';
import { inParts } from '../db/many-rows.ts';
import { type Query, query, type Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { LeadRow } from './row.ts';

/** A lead as the database answers it. */
export type StoredLead = Omit<LeadRow, 'estimated_value'> & { estimated_value: string | null };

export const leadColumns = `leads.id, leads.public_id, leads.first_name, leads.last_name, leads.phone, leads.email, leads.source_id,
  leads.status_id, leads.status_since, leads.owner_id, leads.team_id, leads.estimated_value, leads.custom_fields,
  leads.score, leads.signals, leads.rescore_at, leads.scored_with, leads.last_activity_at, leads.last_reenquiry_at,
  leads.created_at, leads.updated_at, leads.version, leads.rendered`;

/** Named one by one, so that all leads are objects of one shape: copying and reading them then takes a fraction of the time. */
export const leadOf = (row: StoredLead): LeadRow => ({
  id: row.id,
  public_id: row.public_id,
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  email: row.email,
  source_id: row.source_id,
  status_id: row.status_id,
  status_since: row.status_since,
  owner_id: row.owner_id,
  team_id: row.team_id,
  estimated_value: row.estimated_value === null ? null : Number(row.estimated_value),
  custom_fields: row.custom_fields,
  score: row.score,
  signals: row.signals,
  rescore_at: row.rescore_at,
  scored_with: row.scored_with,
  last_activity_at: row.last_activity_at,
  last_reenquiry_at: row.last_reenquiry_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
  rendered: row.rendered,
});

/** Finds a lead that the actor may see by its public id: a text for each scope, put together once. */
function finder<Row>(what: string) {
  const texts = new Map<string, string>();
  return (actor: Actor, publicId: string): Query<Row> => {
    const values = new Values();
    const scope = leadsInScope(actor, values);
    const id = values.add(publicId);
    const text = texts.get(scope) ?? `select ${what} from leads where ${scope} and leads.public_id = ${id}`;
    texts.set(scope, text);
    return { text, values: values.list };
  };
}

const readShort = <Row>(sql: Sql, { text, values }: Query<Row>) => sql.shortRow<Row>(text, values);

const leadInScope = finder<StoredLead>(leadColumns);

export async function findLead(sql: Sql, actor: Actor, publicId: string): Promise<LeadRow | undefined> {
  const row = await readShort(sql, leadInScope(actor, publicId));
  return row && leadOf(row);
}

const shownLead = finder<Pick<LeadRow, 'rendered' | 'score' | 'version' | 'rescore_at'>>(
  'leads.rendered, leads.score, leads.version, leads.rescore_at',
);

/** As much of a lead as a read shows, if the actor may see it. */
export const findShownLead = (sql: Sql, actor: Actor, publicId: string) => readShort(sql, shownLead(actor, publicId));

const publicIdOfLead = finder<Pick<LeadRow, 'public_id'>>('leads.public_id');

export const isLeadInScope = async (sql: Sql, actor: Actor, publicId: string): Promise<boolean> =>
  (await readShort(sql, publicIdOfLead(actor, publicId))) !== undefined;

/** Whether to wait for a lead that somebody else is writing, or to go on without it. */
export type Lock = 'for update' | 'for update skip locked';

/** Locks leads to be changed, as far as the actor may see them. Null: the service itself, which sees all. */
export function lockLeads(
  organizationId: string,
  actor: Actor | null,
  publicIds: readonly string[],
  lock: Lock,
): Query<StoredLead> {
  const values = new Values();
  const scope =
    actor === null
      ? `leads.organization_id = ${values.add(organizationId)} and not leads.erased`
      : leadsInScope(actor, values);
  const ids = publicIds.map((id) => values.add(id)).join(', ');
  return query(`select ${leadColumns} from leads where ${scope} and leads.public_id in (${ids}) ${lock}`, values.list);
}

/** For the service itself, which computes scores. */
export async function listLeadsById(sql: Sql, organizationId: string, ids: readonly string[]): Promise<LeadRow[]> {
  const rows = await sql.rows<StoredLead>(
    `select ${leadColumns} from leads where organization_id = $1 and id = any($2::bigint[]) and not erased`,
    [organizationId, ids],
  );
  return rows.map(leadOf);
}

/** The lead that has this phone, else this email, and whether the actor may see it; a form (null) sees nothing. */
export async function findDuplicate(
  sql: Sql,
  organizationId: string,
  actor: Actor | null,
  phone: string | null,
  emailKey: string | null,
) {
  const values = new Values(organizationId, phone, emailKey);
  const scope = actor === null ? 'false' : leadsInScope(actor, values);
  const row = await sql.row<StoredLead & { in_scope: boolean }>(
    `select ${leadColumns}, (${scope}) is true as in_scope
       from leads
      where leads.organization_id = $1 and (leads.phone = $2 or leads.email_key = $3)
      order by (leads.phone = $2) is true desc
      limit 1`,
    values.list,
  );
  return row && { ...leadOf(row), in_scope: row.in_scope };
}

/** The form that the lead came through, if it did: it acted when the lead was created. */
export async function findFormOfLead(sql: Sql, organizationId: string, leadId: string, createdAt: Date) {
  const row = await sql.row<{ actor_form_id: string | null }>(
    `select actor_form_id from activities
      where organization_id = $1 and lead_id = $2 and occurred_at = $3 and kind = 'created'`,
    [organizationId, leadId, createdAt.toISOString()],
  );
  return row?.actor_form_id ?? null;
}

/**
 * Which of these phones and emails leads have; null is nobody's. With a list of placeholders PostgreSQL uses a generic plan; with
 * `= any($2)` it plans the statement again each time.
 */
export const listTaken = (
  organizationId: string,
  contacts: readonly { readonly phone: string | null | undefined; readonly emailKey: string | null | undefined }[],
): Query<{ taken: string }>[] =>
  inParts(contacts).map((part) => {
    const values = new Values(organizationId);
    const phones = part.map(({ phone }) => values.add(phone ?? null)).join(', ');
    const emails = part.map(({ emailKey }) => values.add(emailKey ?? null)).join(', ');
    return query(
      `select phone as taken from leads where organization_id = $1 and phone in (${phones})
       union all
       select email_key from leads where organization_id = $1 and email_key in (${emails})`,
      values.list,
    );
  });

/** Ids for new leads, so that everything about them can be written in one round trip. */
export const takeLeadIds = (count: number): Query<{ id: string }> =>
  query(`select nextval('leads_id_seq') as id from generate_series(1, $1::integer)`, [count]);

/** Of a plan, as PostgreSQL tells it. */
export interface PlanNode {
  'Node Type': string;
  'Total Cost': number;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** The plan of a statement that Citus sends to a node: of its own it knows no costs, so that node's plan is inside. */
interface RoutedPlan extends PlanNode {
  'Distributed Query'?: { Job: { Tasks: { 'Remote Plan'?: { Plan: PlanNode }[][] }[] } };
}

/** How PostgreSQL would go about a statement with these values. */
export async function explainStatement(sql: Sql, { text, values }: Query): Promise<PlanNode> {
  const row = await sql.row<{ 'QUERY PLAN': { Plan: RoutedPlan }[] }>(
    `explain (format json) ${text}`,
    values,
    'replan',
  );
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('PostgreSQL explained nothing');
  return plan['Distributed Query']?.Job.Tasks[0]?.['Remote Plan']?.[0]?.[0]?.Plan ?? plan;
}

/** Every lead of an organization, whoever may see it, and erased ones: for the operator's check. */
export async function listLeadsForVerification(sql: Sql, organizationId: string, afterId: string, limit: number) {
  const rows = await sql.rows<StoredLead & { erased: boolean }>(
    `select ${leadColumns}, leads.erased from leads where organization_id = $1 and id > $2 order by id limit $3`,
    [organizationId, afterId, limit],
  );
  return rows.map((row) => ({ ...leadOf(row), erased: row.erased }));
}

/** What leads keep of their transitions against the transitions, and whether all that they refer to is there. */
export interface KeptAndRecorded {
  public_id: string;
  /** Bits by the statuses' numbers. */
  entered: Buffer;
  recorded_status_id: string | null;
  recorded_at: Date | null;
  entered_numbers: number[] | null;
  last_status_id: string | null;
  last_at: Date | null;
  is_whole: boolean;
}

export const listKeptAndRecorded = (sql: Sql, organizationId: string, leadIds: readonly string[]) =>
  sql.rows<KeptAndRecorded>(
    `select leads.public_id, leads.entered, leads.recorded_status_id, leads.recorded_at,
            path.entered_numbers, path.last_status_id, path.last_at,
            statuses.id is not null
              and (leads.source_id is null or sources.id is not null)
              and (leads.owner_id is null or owners.id is not null)
              and (leads.team_id is null or teams.id is not null)
              and case when leads.erased then recency.lead_id is null else
                  row(recency.last_activity_at, recency.created_at, recency.status_id, recency.source_id, recency.owner_id,
                      recency.team_id, recency.score)
                  is not distinct from
                  row(leads.last_activity_at, leads.created_at, leads.status_id, leads.source_id, leads.owner_id,
                      leads.team_id, leads.score) end
              and (leads.decision_hash is null) = (given.lead_id is null)
              and leads.chosen_candidate is not distinct from nullif(strpos(given.outcomes, 'C'), 0) as is_whole
       from leads
       left join statuses on statuses.organization_id = leads.organization_id and statuses.id = leads.status_id
       left join sources on sources.organization_id = leads.organization_id and sources.id = leads.source_id
       left join memberships as owners on owners.organization_id = leads.organization_id and owners.id = leads.owner_id
       left join teams on teams.organization_id = leads.organization_id and teams.id = leads.team_id
       left join lead_recency as recency on recency.organization_id = leads.organization_id and recency.lead_id = leads.id
       left join assignments as given on given.organization_id = leads.organization_id and given.lead_id = leads.id
       cross join lateral (
         select array_agg(distinct entered.number) as entered_numbers,
                (array_agg(steps.to_status_id order by steps.occurred_at desc, steps.id desc))[1] as last_status_id,
                max(steps.occurred_at) as last_at
           from transitions as steps
           join statuses as entered
             on entered.organization_id = steps.organization_id and entered.id = steps.to_status_id
          where steps.organization_id = $1 and steps.lead_created_at = leads.created_at
            and steps.lead_id = leads.id) as path
      where leads.organization_id = $1 and leads.id = any($2::bigint[])`,
    [organizationId, leadIds],
  );

export interface SignalActivity {
  lead_id: string;
  id: string;
  kind: string;
  occurred_at: Date;
}

/** What the leads' activities of these kinds are, for the score; in no order. */
export const listSignalActivities = (
  sql: Sql,
  organizationId: string,
  { leadIds, kinds, limit }: { leadIds: readonly string[]; kinds: readonly string[]; limit: number },
) =>
  sql.rows<SignalActivity>(
    `select lead_id, id, kind, occurred_at from activities
      where organization_id = $1 and lead_id = any($2::bigint[]) and kind = any($3::text[])
      limit $4`,
    [organizationId, leadIds, kinds, limit],
  );

/** The same of one lead, from the oldest on, in pages. */
export const listSignalActivitiesOfLead = (
  sql: Sql,
  organizationId: string,
  {
    leadId,
    kinds,
    after,
    limit,
  }: { leadId: string; kinds: readonly string[]; after: SignalActivity | null; limit: number },
) =>
  sql.rows<SignalActivity>(
    `select lead_id, id, kind, occurred_at from activities
      where organization_id = $1 and lead_id = $2 and kind = any($3::text[])
        and (occurred_at, id) > ($4::timestamptz, $5::bigint)
      order by occurred_at, id
      limit $6`,
    [organizationId, leadId, kinds, after?.occurred_at.toISOString() ?? '-infinity', after?.id ?? '0', limit],
  );
