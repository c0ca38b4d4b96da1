import type { Actor } from '../access/actor.ts';
import { leadsInScope } from '../access/scope.ts';
import type { DateRange } from '../date-range.ts';
import type { Position } from '../db/cursor.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import { type ActorColumns, actorColumns, joinActor } from './actor-columns.ts';
import type { Author, Change, Entry } from './audit.ts';
import { changesBytes } from './changes-bytes.ts';
import type { Condition, Walk } from './walk.ts';

export interface AuditRow extends WeighedRow, ActorColumns {
  id: string;
  public_id: string;
  action: string;
  subject_type: string;
  subject_public_id: string;
  /** As the lead is called now; null if it is erased, has no name, or the subject is no lead. */
  lead_name: string | null;
  changes: Change[];
  request_id: string | null;
  address: string | null;
  occurred_at: Date;
}

/** Timed by the clock, not by the transaction's begin: a transaction that waited for another comes after it. */
export async function insertAuditEntry(sql: Sql, author: Author, publicId: string, entry: Entry): Promise<void> {
  const changes = JSON.stringify(entry.changes);
  await sql.rows(
    `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id,
                                actor_token_id, actor_membership_id, actor_form_id, actor_import_id, changes,
                                changes_bytes, request_id, address, occurred_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp())`,
    [
      author.organizationId,
      publicId,
      entry.action,
      entry.subject.type,
      entry.subject.publicId,
      author.tokenId,
      author.membershipId,
      author.formId,
      author.importId ?? null,
      changes,
      changesBytes(changes),
      author.requestId,
      author.address,
    ],
  );
}

/** Which part of the trail: a range of times, beyond a position. */
export interface Part {
  readonly organizationId: string;
  readonly occurred: DateRange | null;
  readonly after: Position | null;
}

/** Newest first. */
const ORDER = 'order by entries.occurred_at desc, entries.id desc';

/** Besides the organization. */
function within({ occurred, after }: Omit<Part, 'organizationId'>, values: Values): string[] {
  return [
    ...values.within('entries.occurred_at', occurred),
    ...(after ? [`(entries.occurred_at, entries.id) < (${values.add(after[0])}, ${values.add(after[1])})`] : []),
  ];
}

const alsoAll = (conditions: readonly string[]): string => conditions.map((one) => `and ${one}`).join(' ');

const alongOf = ({ along }: Walk, part: Part, values: Values): string =>
  alsoAll([...within(part, values), ...along.map((condition) => condition(values))]);

/** A page of what a walk finds among the entries that it looks at. */
export function listWalked(sql: Sql, walk: Walk, part: Part, limit: number): Promise<AuditRow[]> {
  const values = new Values(part.organizationId, limit);
  const more = alongOf(walk, part, values);
  const checks = walk.check.map((condition) => condition(values)).join(' and ');
  const most = checks === '' ? '$2' : walk.look;
  const entries = `select * from audit_entries as entries where entries.organization_id = $1 ${more} ${ORDER} limit ${most}`;
  const rows = `${entriesAmong(entries)} ${checks === '' ? '' : `where ${checks}`} ${ORDER} limit $2`;
  return sql.rows<AuditRow>(withinPage(rows), values.list);
}

/** The last entry that a walk looks at; undefined: it has looked at all there are. */
export function findWalkEnd(sql: Sql, walk: Walk, part: Part) {
  const values = new Values(part.organizationId);
  const more = alongOf(walk, part, values);
  return sql.row<Pick<AuditRow, 'occurred_at' | 'id'>>(
    `select entries.occurred_at, entries.id from audit_entries as entries
      where entries.organization_id = $1 ${more} ${ORDER} offset ${walk.look - 1} limit 1`,
    values.list,
  );
}

/** Entries on the leads in scope, counted up to a limit. */
export async function countInScope(sql: Sql, actor: Actor, most: number): Promise<number> {
  const values = new Values(actor.organizationId);
  const found = leadEntries(actor, most, '', values);
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (select from ${found} limit ${most}) as counted`,
    values.list,
  );
  return row?.count ?? 0;
}

/** The entries on the leads in scope, lead by lead and then sorted: for a scope that has few of them. */
export function listGathered(
  sql: Sql,
  actor: Actor,
  checks: readonly Condition[],
  part: Part,
  most: number,
  limit: number,
): Promise<AuditRow[]> {
  const values = new Values(part.organizationId, limit);
  const more = alsoAll([...within(part, values), ...checks.map((condition) => condition(values))]);
  const found = leadEntries(actor, most, more, values);
  const entries = `select entries.* from ${found}`;
  return sql.rows<AuditRow>(withinPage(`${entriesAmong(entries)} ${ORDER} limit $2`), values.list);
}

/** The limits keep PostgreSQL from reading more leads or entries than these. */
const leadEntries = (actor: Actor, most: number, more: string, values: Values): string =>
  `(select leads.id from leads where ${leadsInScope(actor, values)} limit ${most}) as leads
   cross join lateral (select * from audit_entries as entries
      where entries.organization_id = $1 and entries.lead_id = leads.id ${more} limit ${most}) as entries`;

/** The entries on one lead, if the actor may see it. */
export function listLeadAudit(sql: Sql, actor: Actor, lead: string, after: Position | null, limit: number) {
  const values = new Values(actor.organizationId, limit);
  const more = alsoAll(within({ occurred: null, after }, values));
  const id = `(select leads.id from leads where ${leadsInScope(actor, values)} and leads.public_id = ${values.add(lead)})`;
  const entries = `select * from audit_entries as entries
     where entries.organization_id = $1 and entries.lead_id = ${id} ${more} ${ORDER} limit $2`;
  return sql.rows<AuditRow>(withinPage(`${entriesAmong(entries)} ${ORDER}`), values.list);
}

/** Entries with their actors. */
const entriesAmong = (entries: string): string => `
     select entries.id, entries.public_id, entries.action, entries.subject_type, entries.subject_public_id,
            entries.changes, entries.request_id, entries.address, entries.occurred_at,
            coalesce(entries.changes_bytes, pg_column_size(entries.changes)) as bytes,
            (select nullif(concat_ws(' ', leads.first_name, leads.last_name), '') from leads
              where leads.organization_id = $1 and leads.id = entries.lead_id) as lead_name,
            ${actorColumns}
       from (${entries}) as entries
       ${joinActor('$1', 'entries.actor_')}`;
