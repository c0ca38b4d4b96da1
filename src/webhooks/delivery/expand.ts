import type { Database } from '../../db/sql.ts';
import { eventId } from '../../events/present.ts';
import { type EventHead, listEventHeads, positionSince } from '../../events/read.ts';
import { newPublicId } from '../../public-id.ts';
import { EVERY_EVENT } from '../schemas.ts';
import { type DueDelivery, type HeldWebhook, insertDeliveries, lockHeld, updateReached } from './queries.ts';

/** Entries of the feed that one transaction looks at. */
const SCAN = 200;

export interface Expanded {
  /** Deliveries that were made, which are due. */
  readonly made: readonly DueDelivery[];
  /** Whether the feed was read to its end. */
  readonly isEnd: boolean;
}

/**
 * Turns the next events of the feed into deliveries and moves the webhook's position past them, in one transaction, not flushed:
 * what a crash takes back is done again. Null: another process has the webhook, or it is not active.
 */
export function expandFeed(
  database: Database,
  organizationId: string,
  held: HeldWebhook,
  room: number,
  keptMs: number,
): Promise<Expanded | null> {
  return database.beginUnflushed(async (sql) => {
    const webhook = await lockHeld(sql, organizationId, held);
    if (webhook === undefined || !webhook.active) return null;
    const { position, events: types } = webhook;
    const heads = await listEventHeads(sql, organizationId, position, SCAN);
    const [first] = heads;
    if (first === undefined) return { made: [], isEnd: true };
    const cutoff = new Date(Date.now() - keptMs);
    if (first.occurred_at < cutoff) {
      // A webhook that was inactive for long goes on with what is still kept.
      const oldest = await positionSince(sql, organizationId, cutoff);
      const isFurther = BigInt(oldest) > BigInt(first.id);
      await sql.commitWith([updateReached(organizationId, held.id, isFurther ? oldest : first.id)]);
      return { made: [], isEnd: false };
    }
    const isWanted = types.includes(EVERY_EVENT) ? () => true : (type: string) => types.includes(type);
    const isKept = ({ occurred_at }: EventHead) => occurred_at >= cutoff;
    const wanted = heads.filter((head) => isKept(head) && isWanted(head.type)).slice(0, room);
    const isCut = wanted.length === room;
    const reached = (isCut ? wanted : heads).at(-1)?.id ?? position;
    const made = wanted.map((head) => ({
      ...head,
      event: eventId(head.public_id),
      delivery: newPublicId('delivery'),
    }));
    const inserted = await sql.together([
      ...insertDeliveries(organizationId, held.id, made),
      updateReached(organizationId, held.id, reached),
    ]);
    const due = (inserted as DueDelivery[][]).flat();
    return { made: due, isEnd: !isCut && heads.length < SCAN };
  });
}
