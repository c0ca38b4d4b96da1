import type { Actor } from '../access/actor.ts';
import { leadsInScope, scopeOf } from '../access/scope.ts';
import type { Position } from '../db/cursor.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { Author, Change, Entry } from './audit.ts';
import { changesBytes } from './changes-bytes.ts';
import type { ActorColumns } from './schemas.ts';

export interface AuditRow extends WeighedRow, ActorColumns {
  id: string;
  public_id: string;
  action: string;
  subject_type: string;
  subject_public_id: string;
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

/** Newest first. An admin sees everything; everybody else only the entries on leads in scope. `lead`: those on one lead. */
export function listAuditEntries(
  sql: Sql,
  actor: Actor,
  lead: string | null,
  after: Position | null,
  limit: number,
): Promise<AuditRow[]> {
  const values = new Values(actor.organizationId, limit);
  const scope =
    scopeOf(actor) === 'organization' && lead === null
      ? ''
      : `and entries.lead_id in (select leads.id from leads
           where ${leadsInScope(actor, values)} ${lead === null ? '' : `and leads.public_id = ${values.add(lead)}`})`;
  const beyond =
    after === null ? '' : `and (entries.occurred_at, entries.id) < (${values.add(after[0])}, ${values.add(after[1])})`;
  const rows = `
     select entries.id, entries.public_id, entries.action, entries.subject_type, entries.subject_public_id,
            entries.changes, entries.request_id, entries.address, entries.occurred_at,
            coalesce(entries.changes_bytes, pg_column_size(entries.changes)) as bytes,
            tokens.public_id as token_public_id, tokens.name as token_name,
            memberships.public_id as membership_public_id, memberships.name as membership_name,
            forms.public_id as form_public_id, forms.name as form_name,
            imports.public_id as import_public_id, imports.name as import_name
       from audit_entries as entries
       left join tokens
         on tokens.organization_id = entries.organization_id and tokens.id = entries.actor_token_id
       left join memberships
         on memberships.organization_id = entries.organization_id and memberships.id = entries.actor_membership_id
       left join forms on forms.organization_id = entries.organization_id and forms.id = entries.actor_form_id
       left join imports
         on imports.organization_id = entries.organization_id and imports.id = entries.actor_import_id
      where entries.organization_id = $1 ${scope} ${beyond}
      order by entries.occurred_at desc, entries.id desc
      limit $2`;
  return sql.rows<AuditRow>(withinPage(rows), values.list);
}
