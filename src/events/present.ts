import type { Actor } from '../access/actor.ts';
import { presentActor } from '../audit/schemas.ts';
import { assembleLead, referenceOrNull, referenceTo } from '../leads/render.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { EventRow } from './queries.ts';

/** Whether the feed shows whole events to this actor: the lead, and the values of changes. */
export const seesWholeEvents = ({ abilities }: Pick<Actor, 'abilities'>): boolean => abilities.has('leads:read');

/** An event as JSON text. One that is not whole tells which lead it is about and which fields changed. */
export function presentEvent(settings: Settings, row: EventRow, isWhole: boolean): string {
  const changes = isWhole ? row.changes : row.changes.map(({ field }) => ({ field }));
  const transition = isWhole ? presentTransition(settings, row) : null;
  return `{"public_id":"${eventId(row.public_id)}","type":"${row.type}","occurred_at":"${row.occurred_at.toISOString()}","actor":${JSON.stringify(
    presentActor(row),
  )},"lead":${leadOf(settings, row, isWhole)},"changes":${JSON.stringify(changes)},"transition":${JSON.stringify(
    transition,
  )},"request_id":${JSON.stringify(row.request_id)}}`;
}

/** That of its audit entry, with another prefix. */
export const eventId = (auditId: string): string => `evt${auditId.slice(auditId.indexOf('_'))}`;

function leadOf(settings: Settings, row: EventRow, isWhole: boolean): string {
  if (row.erased) return 'null';
  return isWhole ? assembleLead(settings, row) : JSON.stringify({ public_id: row.lead_public_id });
}

function presentTransition({ statuses }: Settings, row: EventRow) {
  if (row.transition_public_id === null) return null;
  return {
    public_id: row.transition_public_id,
    from: referenceOrNull(statuses, row.from_status_id),
    to: referenceTo(statuses, row.to_status_id),
    note: row.note,
    actor: presentActor(row),
    occurred_at: row.occurred_at.toISOString(),
    seconds_in_from: row.seconds_in_from === null ? null : Number(row.seconds_in_from),
  };
}
