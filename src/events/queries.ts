import type { Actor } from '../access/actor.ts';
import { leadsInScopeOrErased } from '../access/scope.ts';
import { type ActorColumns, actorColumns, joinActor } from '../audit/actor-columns.ts';
import type { Change } from '../audit/audit.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { EventFilter, EventType } from './types.ts';

export interface EventRow extends WeighedRow, ActorColumns {
  /** The position in the feed. */
  id: string;
  public_id: string;
  type: EventType;
  changes: Change[];
  request_id: string | null;
  traceparent: string | null;
  occurred_at: Date;
  lead_id: string;
  lead_public_id: string;
  erased: boolean;
  rendered: string;
  score: number;
  rescore_at: Date | null;
  transition_public_id: string | null;
  from_status_id: string | null;
  to_status_id: string;
  note: string | null;
  seconds_in_from: string | null;
}

/** Whose events: what an actor may see, or (null) all of an organization. */
export interface Reader {
  readonly organizationId: string;
  readonly actor: Actor | null;
}

export interface Part {
  /** Beyond this position. */
  readonly after: string;
  /** Entries to look at; those that do not match count as well. */
  readonly scan: number;
  readonly limit: number;
}

/** The type of an audit entry on a lead, in SQL. */
const TYPE = `case when entries.action = 'lead.updated' and jsonb_array_length(entries.changes) = 1
             and entries.changes -> 0 ->> 'field' = 'owner'
        then 'lead.assigned' else entries.action end`;

/** Oldest first. The inner limit keeps PostgreSQL from beginning with the leads, and bounds what a page costs. */
export function listEvents(sql: Sql, reader: Reader, filter: EventFilter, { after, scan, limit }: Part) {
  const values = new Values(reader.organizationId, after, scan);
  const entries = nextEntries('*', filter.leadId, values);
  const where = [scopeOf(reader, values), ...filterConditions(filter, values)].join(' and ');
  const rows = `${eventsAmong(entries)} where ${where} order by entries.id limit ${values.add(limit)}`;
  return sql.rows<EventRow>(withinPage(rows), values.list);
}

/** Those at these positions, whatever their size. */
export function listEventsAt(sql: Sql, organizationId: string, positions: readonly string[]) {
  const entries = `select * from audit_entries
      where organization_id = $1 and lead_id is not null and id = any($2::bigint[])`;
  return sql.rows<EventRow>(`${eventsAmong(entries)} where leads.organization_id = $1`, [organizationId, positions]);
}

/** Entries with their leads, transitions and actors. */
const eventsAmong = (entries: string): string => `
     select entries.id, entries.public_id, ${TYPE} as type, entries.changes, entries.request_id,
            entries.traceparent, entries.occurred_at, leads.id as lead_id, leads.public_id as lead_public_id, leads.erased, leads.rendered,
            leads.score, leads.rescore_at,
            coalesce(entries.changes_bytes, pg_column_size(entries.changes)) + octet_length(leads.rendered) as bytes,
            moved.public_id as transition_public_id, moved.from_status_id, moved.to_status_id, moved.note, moved.seconds_in_from,
            ${actorColumns}
       from (${entries}) as entries
       join leads on leads.organization_id = $1 and leads.id = entries.lead_id
       left join transitions as moved
         on moved.organization_id = $1 and moved.lead_created_at = leads.created_at
        and moved.lead_id = entries.lead_id and moved.occurred_at = entries.occurred_at
        and entries.action in ('lead.created', 'lead.moved')
       ${joinActor('$1', 'entries.actor_')}`;

export interface EventHead {
  /** The position in the feed. */
  id: string;
  public_id: string;
  type: EventType;
  lead_id: string;
  occurred_at: Date;
}

/** The next entries of an organization, without what they say. */
export function listEventHeads(sql: Sql, organizationId: string, after: string, limit: number): Promise<EventHead[]> {
  const walked = nextEntries('id, public_id, action, changes, lead_id, occurred_at', null, new Values());
  return sql.rows<EventHead>(
    `select entries.id, entries.public_id, ${TYPE} as type, entries.lead_id, entries.occurred_at
       from (${walked}) as entries
      order by entries.id`,
    [organizationId, after, limit],
  );
}

function scopeOf({ organizationId, actor }: Reader, values: Values): string {
  return actor === null
    ? `leads.organization_id = ${values.add(organizationId)}`
    : leadsInScopeOrErased(actor, values, 'leads');
}

function filterConditions({ types, occurred }: EventFilter, values: Values): string[] {
  return [
    ...(types === null ? [] : [`${TYPE} = any(${values.add(types)}::text[])`]),
    ...values.within('entries.occurred_at', occurred),
  ];
}

/** The internal id of a lead whose events the actor may see; null: there is none. */
export async function findLeadId(sql: Sql, actor: Actor, publicId: string): Promise<string | null> {
  const values = new Values();
  const scope = leadsInScopeOrErased(actor, values);
  const row = await sql.shortRow<{ id: string }>(
    `select leads.id from leads where ${scope} and leads.public_id = ${values.add(publicId)}`,
    values.list,
  );
  return row?.id ?? null;
}

/** The last of the next `scan` entries, and how many there are. */
export async function findScanEnd(
  sql: Sql,
  organizationId: string,
  leadId: string | null,
  after: string,
  scan: number,
): Promise<{ end: string; count: number }> {
  const values = new Values(organizationId, after, scan);
  const walked = nextEntries('id', leadId, values);
  const row = await sql.row<{ end: string | null; count: number }>(
    `select max(id) as end, count(*)::integer as count from (${walked}) as entries`,
    values.list,
  );
  return { end: row?.end ?? after, count: row?.count ?? 0 };
}

/** The next entries, oldest first. Those of a lead are found by its index: a sum keeps PostgreSQL from that of the order. */
function nextEntries(columns: string, leadId: string | null, values: Values): string {
  const id = leadId === null ? 'id' : '(id + 0)';
  const ofLead = leadId === null ? '' : `and lead_id = ${values.add(leadId)}`;
  return `select ${columns} from audit_entries
      where organization_id = $1 and lead_id is not null ${ofLead} and ${id} > $2 order by ${id} limit $3`;
}

/** The position of the latest event; 0 if there is none. */
export async function findHead(sql: Sql, organizationId: string): Promise<string> {
  const row = await sql.shortRow<{ head: string | null }>(
    `select max(id) as head from audit_entries where organization_id = $1 and lead_id is not null`,
    [organizationId],
  );
  return row?.head ?? '0';
}

/** Clocks of processes differ: among so many entries the order of times and that of positions may not be the same. */
const NEIGHBOURS = 1_000;

/** The position before the first event since a time; null if there is none since. */
export async function findSince(sql: Sql, organizationId: string, since: Date): Promise<string | null> {
  const row = await sql.row<{ before: string | null }>(
    `select min(id) - 1 as before
       from (select id from audit_entries
              where organization_id = $1 and lead_id is not null and occurred_at >= $2
              order by occurred_at, id limit ${NEIGHBOURS}) as entries`,
    [organizationId, since.toISOString()],
  );
  return row?.before ?? null;
}

export interface NewEntry {
  id: string;
  owner_id: string | null;
  team_id: string | null;
}

/** The next entries, with who may see them. */
export function listNew(sql: Sql, organizationId: string, after: string, limit: number): Promise<NewEntry[]> {
  return sql.rows<NewEntry>(
    `select entries.id, leads.owner_id, leads.team_id
       from (${nextEntries('id, lead_id', null, new Values())}) as entries
       join leads on leads.organization_id = $1 and leads.id = entries.lead_id
      order by entries.id`,
    [organizationId, after, limit],
  );
}
