import { type Query, query, type Sql } from '../../db/sql.ts';
import type { LeadRow } from '../row.ts';

type Erased = Pick<LeadRow, 'id' | 'created_at'>;

/** Reports read what stays: status, source, owner, team, value, times and the summary of its transitions. */
export const eraseFields = (organizationId: string, { id }: Erased): Query =>
  query(
    `update leads
        set erased = true, first_name = null, last_name = null, phone = null, email = null, email_key = null, words = '',
            custom_fields = '{}', score = 0, signals = null, rescore_at = null, rendered = '', version = version + 1
      where organization_id = $1 and id = $2`,
    [organizationId, id],
  );

export const deleteRecency = (organizationId: string, { id }: Erased): Query =>
  query('delete from lead_recency where organization_id = $1 and lead_id = $2', [organizationId, id]);

export const deleteNotes = (organizationId: string, { id }: Erased): Query =>
  query('delete from notes where organization_id = $1 and lead_id = $2', [organizationId, id]);

/** That there was a call, and when, stays. */
export const eraseActivities = (organizationId: string, { id }: Erased): Query =>
  query(
    `update activities set summary = null, details = null
      where organization_id = $1 and lead_id = $2 and (summary is not null or details is not null)`,
    [organizationId, id],
  );

/** Re-enquiries of other leads that brought its phone or email: what came with them may be this person's as well. */
export const eraseReenquiriesBringing = (organizationId: string, { phone, emailKey, former }: AllContacts): Query[] => [
  query(
    `update activities set details = null
      where organization_id = $1 and details ->> 'phone' is not null and details ->> 'phone' = any($2::text[])`,
    [organizationId, [...former.phones, ...(phone === null ? [] : [phone])]],
  ),
  query(
    `update activities set details = null
      where organization_id = $1 and details ->> 'email' is not null and lower(details ->> 'email') = any($2::text[])`,
    [organizationId, [...former.emailKeys, ...(emailKey === null ? [] : [emailKey])]],
  ),
];

/** Reports count transitions. */
export const eraseTransitionNotes = (organizationId: string, { id, created_at }: Erased): Query =>
  query(
    `update transitions set note = null
      where organization_id = $1 and lead_created_at = $2 and lead_id = $3 and note is not null`,
    [organizationId, created_at.toISOString(), id],
  );

/** Who changed which field, and when, stays. The address of a form's visitor is the lead's own. */
export const eraseAuditValues = (organizationId: string, { id }: Erased): Query =>
  query(
    `update audit_entries
        set changes = (select coalesce(jsonb_agg(jsonb_build_object('field', change -> 'field', 'from', null, 'to', null)), '[]')
                         from jsonb_array_elements(changes) as change),
            changes_bytes = null,
            address = case when actor_form_id is null then address end
      where organization_id = $1 and lead_id = $2`,
    [organizationId, id],
  );

export interface FormerContact {
  readonly field: 'phone' | 'email';
  readonly value: string;
}

/** Phones and emails that the lead had before a change. */
export const listFormerContacts = (organizationId: string, { id }: Pick<Erased, 'id'>): Query<FormerContact> =>
  query(
    `select distinct change ->> 'field' as field, change ->> 'from' as value
       from audit_entries, jsonb_array_elements(changes) as change
      where organization_id = $1 and lead_id = $2
        and change ->> 'field' in ('phone', 'email') and change ->> 'from' is not null`,
    [organizationId, id],
  );

export interface Contacts {
  readonly phones: readonly string[];
  readonly emailKeys: readonly string[];
}

/** What a person is found by: now, and before a change. */
export interface AllContacts {
  readonly phone: string | null;
  readonly emailKey: string | null;
  readonly former: Contacts;
}

/** Those that no lead has: a number that was wrong here may be another person's. */
export const listUnused = (organizationId: string, { phones, emailKeys }: Contacts): Query<{ value: string }> =>
  query(
    `select value from unnest($2::text[]) as value
      where not exists (select from leads where organization_id = $1 and phone = value)
     union all
     select value from unnest($3::text[]) as value
      where not exists (select from leads where organization_id = $1 and email_key = value)`,
    [organizationId, phones, emailKeys],
  );

/**
 * Rows of imported files: failed ones, and those still to come, which the import counts as failed then. Nothing equals null. One still to
 * come with a former contact may be another person's.
 */
export const deleteImportRows = (organizationId: string, { phone, emailKey, former }: AllContacts): Query =>
  query(
    `delete from import_rows
      where organization_id = $1
        and (phone = $2 or email_key = $3
             or fault is not null and (phone = any($4::text[]) or email_key = any($5::text[])))`,
    [organizationId, phone, emailKey, former.phones, former.emailKeys],
  );

/** Saved lists that look for this person alone. */
export const deleteViewsOf = (
  organizationId: string,
  { phone, emailKey, former }: AllContacts,
): Query<{ public_id: string; filters: string }> =>
  query(
    `delete from views
      where organization_id = $1
        and (phone = $2 or email_key = $3 or phone = any($4::text[]) or email_key = any($5::text[]))
      returning public_id, filters`,
    [organizationId, phone, emailKey, former.phones, former.emailKeys],
  );

/** What their audit entries say of their names: whoever looks for one person alone may name the list after them. */
export const eraseViewNames = (organizationId: string, publicIds: readonly string[]): Query =>
  query(
    `update audit_entries
        set changes = (select jsonb_agg(case when change ->> 'field' = 'name'
                                             then jsonb_build_object('field', 'name', 'from', null, 'to', null)
                                             else change end order by place)
                         from jsonb_array_elements(changes) with ordinality as listed (change, place))
      where organization_id = $1 and subject_public_id = any($2::text[]) and lead_id is null
        and changes @> '[{"field": "name"}]'`,
    [organizationId, publicIds],
  );

export type OldLead = Pick<LeadRow, 'id' | 'public_id' | 'created_at' | 'status_since' | 'last_activity_at'>;

/** Leads of a status that were created before a time, oldest first: along the index of lists by status. */
export function listInStatus(
  sql: Sql,
  organizationId: string,
  statusId: string,
  before: Date,
  after: OldLead | null,
  limit: number,
): Promise<OldLead[]> {
  const beyond = after === null ? '' : 'and (created_at, id) > ($5, $6)';
  return sql.rows<OldLead>(
    `select id, public_id, created_at, status_since, last_activity_at from leads
      where organization_id = $1 and status_id = $2 and created_at < $3 and not erased ${beyond}
      order by created_at, id limit $4`,
    [
      ...[organizationId, statusId, before.toISOString(), limit],
      ...(after === null ? [] : [after.created_at.toISOString(), after.id]),
    ],
  );
}

const STEP = 500;

/** Organizations that may have such leads, in the order of ids, from one of them on. */
export async function* listOrganizationsWithLost(sql: Sql, before: Date, from: string): AsyncGenerator<string> {
  for (let after: string | undefined = from; after !== undefined; ) {
    const rows: { id: string }[] = await sql.rows(
      `select o.id from organizations as o
        where o.id > $1
          and exists (select 1 from statuses
                        join leads on leads.organization_id = statuses.organization_id and leads.status_id = statuses.id
                       where statuses.organization_id = o.id and statuses.kind = 'lost'
                         and leads.organization_id = o.id and leads.created_at < $2 and not leads.erased)
        order by o.id limit $3`,
      [after, before.toISOString(), STEP],
    );
    for (const { id } of rows) yield id;
    after = rows.length < STEP ? undefined : rows.at(-1)?.id;
  }
}
