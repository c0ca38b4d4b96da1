import type { Position } from '../db/cursor.ts';
import { type WeighedRow, withinPage } from '../db/page-bytes.ts';
import type { Sql } from '../db/sql.ts';
import { Values } from '../db/values.ts';

export interface WebhookRow {
  id: string;
  public_id: string;
  url: string;
  sends_leads: boolean;
  events: string[];
  active: boolean;
  description: string | null;
  failing_since: Date | null;
  disabled_reason: string | null;
  created_at: Date;
}

export type StoredWebhook = Pick<
  WebhookRow,
  'url' | 'sends_leads' | 'events' | 'active' | 'description' | 'failing_since' | 'disabled_reason'
>;

const columns =
  'id, public_id, url, sends_leads, events, active, description, failing_since, disabled_reason, created_at';

export function listWebhooks(sql: Sql, organizationId: string, after: Position | null, limit: number) {
  const values = new Values(organizationId, limit);
  const rows = `
     select ${columns}, octet_length(url) + coalesce(octet_length(description), 0) as bytes from webhooks
      where organization_id = $1 ${values.beyond('created_at, id', after)}
      order by created_at desc, id desc
      limit $2`;
  return sql.rows<WebhookRow & WeighedRow>(withinPage(rows), values.list);
}

export const findWebhook = (sql: Sql, organizationId: string, publicId: string) =>
  sql.row<WebhookRow>(`select ${columns} from webhooks where organization_id = $1 and public_id = $2`, [
    organizationId,
    publicId,
  ]);

/** Locked: neither the worker nor another change comes between. */
export const lockWebhook = (sql: Sql, organizationId: string, publicId: string) =>
  sql.row<WebhookRow>(`select ${columns} from webhooks where organization_id = $1 and public_id = $2 for update`, [
    organizationId,
    publicId,
  ]);

export interface SecretColumns {
  secret: Buffer;
  /** Null where it signs no more. */
  previous_secret: Buffer | null;
}

export const findSecrets = (sql: Sql, organizationId: string, publicId: string) =>
  sql.row<WebhookRow & SecretColumns>(
    `select ${columns}, secret, case when previous_until > now() then previous_secret end as previous_secret
       from webhooks where organization_id = $1 and public_id = $2`,
    [organizationId, publicId],
  );

export async function insertWebhook(
  sql: Sql,
  organizationId: string,
  publicId: string,
  { url, sends_leads, events, active, description }: StoredWebhook,
  secret: Buffer,
  position: string,
): Promise<void> {
  await sql.rows(
    `insert into webhooks (organization_id, public_id, url, sends_leads, events, active, description, secret, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [organizationId, publicId, url, sends_leads, events, active, description, secret, position],
  );
}

/** A process looks at it at once. */
export async function updateWebhook(
  sql: Sql,
  organizationId: string,
  id: string,
  { url, sends_leads, events, active, description, failing_since, disabled_reason }: StoredWebhook,
): Promise<void> {
  await sql.rows(
    `update webhooks
        set url = $3, sends_leads = $4, events = $5, active = $6, description = $7, failing_since = $8, disabled_reason = $9,
            due_at = now()
      where organization_id = $1 and id = $2`,
    [
      organizationId,
      id,
      url,
      sends_leads,
      events,
      active,
      description,
      failing_since?.toISOString() ?? null,
      disabled_reason,
    ],
  );
}

/** The secret so far signs beside the new one for so many hours. */
export const updateSecret = (sql: Sql, organizationId: string, id: string, secret: Buffer, hours: number) =>
  sql.row<{ previous_until: Date }>(
    `update webhooks set previous_secret = secret, previous_until = now() + make_interval(hours => $4), secret = $3
      where organization_id = $1 and id = $2
      returning previous_until`,
    [organizationId, id, secret, hours],
  );

export async function deleteWebhookRow(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.rows('delete from webhooks where organization_id = $1 and id = $2', [organizationId, id]);
}

/** Turns what follows this position of the feed into deliveries, once more where it was before. */
export async function updatePosition(sql: Sql, organizationId: string, id: string, position: string): Promise<void> {
  await sql.rows(
    'update webhooks set position = $3, due_at = now() where organization_id = $1 and id = $2 and position > $3',
    [organizationId, id, position],
  );
}
