import { append } from '../../audit/append.ts';
import { type Author, alteration } from '../../audit/audit.ts';
import { forgetOld } from '../../db/forget-old.ts';
import type { Database } from '../../db/sql.ts';
import type { Round } from '../../db/sweep.ts';
import { found } from '../../problems.ts';
import { lockWebhook } from '../queries.ts';
import type { Delivery } from '../schemas.ts';
import { requireActive } from '../webhooks.ts';
import { type DeliveryRow, updateDue, updateRedelivered } from './queries.ts';

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  public_id: row.public_id,
  event: { public_id: row.event_public_id, type: row.event_type },
  lead: row.lead_public_id === null ? null : { public_id: row.lead_public_id },
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Sends an event once more, whatever became of it. */
export function redeliver(database: Database, author: Author, webhook: string, delivery: string): Promise<Delivery> {
  const { organizationId } = author;
  return database.begin(async (sql) => {
    const row = found(await lockWebhook(sql, organizationId, webhook));
    const again = found(await updateRedelivered(sql, organizationId, row.id, delivery));
    requireActive(row);
    await updateDue(sql, organizationId, row.id);
    await append(sql, author, alteration('webhook', webhook, {}, { delivery }, 'redelivered'));
    return presentDelivery(again);
  });
}

/** Deliveries are kept as long as events are. */
export const forgetOldDeliveries = (round: Round, keptMs: number): Promise<void> =>
  forgetOld(round, { table: 'webhook_deliveries', key: 'webhook_id, position', cutoff: new Date(Date.now() - keptMs) });
