import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Attempt, Delivery, DeliveryStatus } from '../schemas.ts';

export interface DeliveryRow {
  position: string;
  public_id: string;
  event_public_id: string;
  event_type: Delivery['event']['type'];
  status: DeliveryStatus;
  attempts: Attempt[];
  next_attempt_at: Date | null;
  created_at: Date;
}

const columns = 'position, public_id, event_public_id, event_type, status, attempts, next_attempt_at, created_at';

/** Newest first. Each status has its own part of the index, so the cost does not grow with the others. */
export function listDeliveries(
  sql: Sql,
  organizationId: string,
  webhookId: string,
  statuses: readonly DeliveryStatus[],
  after: Position | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const values = new Values(organizationId, webhookId, limit);
  const beyond =
    after === null ? '' : `and (created_at, position) < (${values.add(after[0])}, ${values.add(after[1])})`;
  const found = statuses
    .map(
      (status) => `(select ${columns} from webhook_deliveries
        where organization_id = $1 and webhook_id = $2 and status = ${values.add(status)} ${beyond}
        order by created_at desc, position desc limit $3)`,
    )
    .join(' union all ');
  return sql.rows<DeliveryRow>(
    `select * from (${found}) as deliveries order by created_at desc, position desc limit $3`,
    values.list,
  );
}

/** To be sent again: at once, and with all its retries. */
export const updateRedelivered = (sql: Sql, organizationId: string, webhookId: string, publicId: string) =>
  sql.row<DeliveryRow>(
    `update webhook_deliveries set status = 'pending', tries = 0, next_attempt_at = now()
      where organization_id = $1 and webhook_id = $2 and public_id = $3
      returning ${columns}`,
    [organizationId, webhookId, publicId],
  );

/** A process looks at the webhook at once. */
export async function updateDue(sql: Sql, organizationId: string, webhookId: string): Promise<void> {
  await sql.rows('update webhooks set due_at = now() where organization_id = $1 and id = $2', [
    organizationId,
    webhookId,
  ]);
}

/** Organizations with deliveries that are old enough to be deleted. */
export async function listOrganizationsWithOld(sql: Sql, cutoff: string): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select o.id from organizations as o
      where exists (select 1 from webhook_deliveries as old where old.organization_id = o.id and old.created_at < $1)
      limit 1000`,
    [cutoff],
  );
  return rows.map(({ id }) => id);
}

export async function deleteOld(sql: Sql, organizationId: string, cutoff: string, limit: number): Promise<number> {
  const rows = await sql.rows(
    `delete from webhook_deliveries
      where organization_id = $1 and (webhook_id, position) in (
              select webhook_id, position from webhook_deliveries
               where organization_id = $1 and created_at < $2
               order by created_at limit $3 for update skip locked)
      returning organization_id`,
    [organizationId, cutoff, limit],
  );
  return rows.length;
}
