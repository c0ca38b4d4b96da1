import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Attempt, Delivery, DeliveryStatus } from '../schemas.ts';

export interface DeliveryRow {
  position: string;
  public_id: string;
  event_public_id: string;
  event_type: Delivery['event']['type'];
  /** Null once it is erased. */
  lead_public_id: string | null;
  status: DeliveryStatus;
  attempts: Attempt[];
  next_attempt_at: Date | null;
  created_at: Date;
}

const columns = `position, public_id, event_public_id, event_type, status, attempts, next_attempt_at, created_at,
  (select leads.public_id from leads
    where leads.organization_id = $1 and leads.id = lead_id and not leads.erased) as lead_public_id`;

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
  const beyond = values.beyond('created_at, position', after);
  const found = statuses
    .map(
      (status) => `(select * from webhook_deliveries
        where organization_id = $1 and webhook_id = $2 and status = ${values.add(status)} ${beyond}
        order by created_at desc, position desc limit $3)`,
    )
    .join(' union all ');
  return sql.rows<DeliveryRow>(
    `select ${columns} from (select * from (${found}) as found order by created_at desc, position desc limit $3) as deliveries
      order by created_at desc, position desc`,
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
