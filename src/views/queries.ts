import type { Actor } from '../access/actor.ts';
import type { Position } from '../db/cursor.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';
import type { Sort } from '../leads/listing/filter.ts';

export interface StoredView {
  name: string;
  sort: Sort;
  shared: boolean;
  /** JSON. */
  filters: string;
  columns: string;
  phone: string | null;
  email_key: string | null;
}

export interface ViewRow extends StoredView {
  id: string;
  public_id: string;
  owner_id: string;
  owner_public_id: string;
  owner_name: string;
  created_at: Date;
}

const columns =
  'organization_id, id, public_id, owner_id, created_at, shared, name, sort, filters, columns, phone, email_key';
const shown = `views.id, views.public_id, views.owner_id, views.created_at, views.shared, views.name, views.sort, views.filters,
  views.columns, views.phone, views.email_key, owners.public_id as owner_public_id, owners.name as owner_name`;
/** The parameter names the organization again: else Citus asks all nodes where `views` are of two selects. */
const OWNERS = `join memberships as owners
  on owners.organization_id = $1 and owners.organization_id = views.organization_id and owners.id = views.owner_id`;

/** Newest first: the member's own, and those of others that are shared. */
export function listViews(sql: Sql, { organizationId, membershipId }: Actor, after: Position | null, limit: number) {
  const values = new Values(organizationId, membershipId, limit);
  const beyond = values.beyond('created_at, id', after);
  const order = 'order by created_at desc, id desc limit $3';
  const rows = `
     select ${shown}, octet_length(views.filters) + octet_length(views.columns) as bytes
       from ((select ${columns} from views where organization_id = $1 and owner_id = $2 ${beyond} ${order})
             union all
             (select ${columns} from views
               where organization_id = $1 and shared and owner_id <> $2 ${beyond} ${order})) as views ${OWNERS}
      order by views.created_at desc, views.id desc limit $3`;
  return sql.rows<ViewRow & WeighedRow>(withinPage(rows), values.list);
}

const seen = `select ${shown} from views ${OWNERS}
  where views.organization_id = $1 and views.public_id = $2 and (views.owner_id = $3 or views.shared)`;

/** A view that the actor sees. */
export const findView = (sql: Sql, { organizationId, membershipId }: Actor, publicId: string) =>
  sql.row<ViewRow>(seen, [organizationId, publicId, membershipId]);

export const lockView = (sql: Sql, { organizationId, membershipId }: Actor, publicId: string) =>
  sql.row<ViewRow>(`${seen} for update of views`, [organizationId, publicId, membershipId]);

/** Serializes those who make a view of the membership, so that they can be counted. */
export const lockMembership = (sql: Sql, { organizationId, membershipId }: Actor) =>
  sql.rows('select id from memberships where organization_id = $1 and id = $2 for no key update', [
    organizationId,
    membershipId,
  ]);

export async function countViews(sql: Sql, { organizationId, membershipId }: Actor): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from views where organization_id = $1 and owner_id = $2',
    [organizationId, membershipId],
  );
  return row?.count ?? 0;
}

export async function insertView(
  sql: Sql,
  { organizationId, membershipId }: Actor,
  publicId: string,
  view: StoredView,
): Promise<void> {
  await sql.rows(
    `insert into views (organization_id, owner_id, public_id, name, sort, shared, filters, columns, phone, email_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [organizationId, membershipId, publicId, ...changeable(view)],
  );
}

export async function updateView(sql: Sql, organizationId: string, id: string, view: StoredView): Promise<void> {
  await sql.rows(
    `update views set name = $3, sort = $4, shared = $5, filters = $6, columns = $7, phone = $8, email_key = $9
      where organization_id = $1 and id = $2`,
    [organizationId, id, ...changeable(view)],
  );
}

const changeable = ({ name, sort, shared, filters, columns: fields, phone, email_key }: StoredView) => [
  name,
  sort,
  shared,
  filters,
  fields,
  phone,
  email_key,
];

export async function deleteViewRow(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.rows('delete from views where organization_id = $1 and id = $2', [organizationId, id]);
}
