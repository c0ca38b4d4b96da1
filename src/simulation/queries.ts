import type { Actor } from '../access/actor.ts';
import { leadsInScope } from '../access/scope.ts';
import type { DateRange } from '../date-range.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { LeadRow } from '../leads/row.ts';

export type ReplayedRow = Pick<
  LeadRow,
  'id' | 'created_at' | 'owner_id' | 'status_id' | 'source_id' | 'estimated_value' | 'custom_fields' | Contact
>;
type Contact = 'first_name' | 'last_name' | 'phone' | 'email';

/** Leads in the order in which they came, as far as the actor may see them. */
export function listLeadsToReplay(
  sql: Sql,
  actor: Actor,
  range: DateRange,
  {
    after,
    limit,
    needsCustom,
  }: { after: Pick<ReplayedRow, 'created_at' | 'id'> | null; limit: number; needsCustom: boolean },
): Promise<ReplayedRow[]> {
  const values = new Values();
  const where = [leadsInScope(actor, values), ...values.within('leads.created_at', range)].join(' and ');
  const beyond = values.beyond('leads.created_at, leads.id', after && [after.created_at.toISOString(), after.id], '>');
  return sql.rows<ReplayedRow>(
    `select leads.id, leads.created_at, leads.first_name, leads.last_name, leads.phone, leads.email, leads.source_id,
            leads.estimated_value::float8 as estimated_value,
            ${needsCustom ? 'leads.custom_fields' : "'{}'::jsonb as custom_fields"}, leads.owner_id, leads.status_id
       from leads
      where ${where} ${beyond}
      order by leads.created_at, leads.id limit ${values.add(limit)}`,
    values.list,
    'replan',
  );
}

/** Open leads within scope, as far as an index knows them: counted, and drawn from. */
function openLeads(actor: Actor, openStatusIds: readonly string[], values: Values): string {
  const scope = leadsInScope(actor, values);
  return `${scope} and leads.status_id = any(${values.add(openStatusIds)}::bigint[])`;
}

export async function countOpenLeads(sql: Sql, actor: Actor, openStatusIds: readonly string[]): Promise<number> {
  const values = new Values();
  const where = openLeads(actor, openStatusIds, values);
  const row = await sql.row<{ n: number }>(
    `select count(*)::integer as n from leads where ${where}`,
    values.list,
    'replan',
  );
  return row?.n ?? 0;
}

/** In an order that has nothing to do with the leads and is always the same: the first of them are a fair sample. */
export async function drawOpenLeads(sql: Sql, actor: Actor, openStatusIds: readonly string[], limit: number) {
  const values = new Values();
  const where = openLeads(actor, openStatusIds, values);
  const rows = await sql.rows<{ id: string }>(
    `select leads.id from leads where ${where} order by hashint8(leads.id), leads.id limit ${values.add(limit)}`,
    values.list,
    'replan',
  );
  return rows.map(({ id }) => id);
}

export type ScoredRow = Pick<
  LeadRow,
  | 'id'
  | 'source_id'
  | 'estimated_value'
  | 'custom_fields'
  | 'score'
  | 'signals'
  | 'rescore_at'
  | 'scored_with'
  | Contact
>;

/** What the score of these leads is worked out from. */
export function listLeadsToScore(
  sql: Sql,
  actor: Actor,
  { ids, needsCustom }: { ids: readonly string[]; needsCustom: boolean },
): Promise<ScoredRow[]> {
  const values = new Values();
  const scope = leadsInScope(actor, values);
  return sql.rows<ScoredRow>(
    `select leads.id, leads.first_name, leads.last_name, leads.phone, leads.email, leads.source_id,
            leads.estimated_value::float8 as estimated_value,
            ${needsCustom ? 'leads.custom_fields' : "'{}'::jsonb as custom_fields"},
            leads.score, leads.signals, leads.rescore_at, leads.scored_with
       from leads
      where ${scope} and leads.id = any(${values.add(ids)}::bigint[])`,
    values.list,
  );
}
