import type { Sql } from '../../src/db/sql.ts';
import { newPublicId } from '../../src/public-id.ts';
import type { TestApp } from './harness.ts';
import { followRecency } from './recency.ts';

export interface LeadRow {
  id: string;
  publicId: string;
}

/** A minimal lead, inserted by SQL: its owner and team by internal ids. */
export async function insertBareLead(
  sql: Sql,
  organizationId: string,
  { owner = null, team = null }: { owner?: string | null; team?: string | null },
): Promise<LeadRow> {
  const publicId = newPublicId('lead');
  const row = await sql.row<{ id: string }>(
    `insert into leads (organization_id, public_id, owner_id, team_id, email, email_key, status_id, status_since, score,
                        last_activity_at, updated_at, rendered, rendered_shape)
     select $1::bigint, $2, $3, $4, $2, $2, min(id), now(), 0, now(), now(), '', 0
       from statuses where organization_id = $1::bigint
     returning id`,
    [organizationId, publicId, owner, team],
  );
  await followRecency(sql);
  return { id: row?.id ?? '', publicId };
}

/** The same, with owner and team by their public ids. */
export async function insertLead(
  { services: { database } }: TestApp,
  organizationId: string,
  { owner = null, team = null }: { owner?: string | null; team?: string | null },
): Promise<LeadRow> {
  const ids = await database.row<{ owner: string | null; team: string | null }>(
    `select (select id from memberships where organization_id = $1 and public_id = $2) as owner,
            (select id from teams where organization_id = $1 and public_id = $3) as team`,
    [organizationId, owner, team],
  );
  return insertBareLead(database, organizationId, ids ?? {});
}

/** An audit entry on a lead, inserted by SQL; returns its public id. */
export async function insertLeadEntry(
  { services }: TestApp,
  organizationId: string,
  lead: LeadRow,
  action = 'lead.created',
): Promise<string> {
  const publicId = newPublicId('auditEntry');
  await services.database.rows(
    `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id, changes)
     values ($1, $2, $3, 'lead', $4, $5, '[]')`,
    [organizationId, publicId, action, lead.publicId, lead.id],
  );
  return publicId;
}
