import type { DateRange } from '../date-range.ts';

/** What can happen to a lead: the actions of its audit entries, but for changes of the owner alone. */
export const eventTypes = [
  'lead.created',
  'lead.updated',
  'lead.moved',
  'lead.assigned',
  'lead.reenquired',
  'lead.note_added',
  'lead.activity_added',
  'lead.erased',
] as const;
export type EventType = (typeof eventTypes)[number];

export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);

export interface EventFilter {
  readonly types: readonly EventType[] | null;
  /** Internal id. */
  readonly leadId: string | null;
  readonly occurred: DateRange | null;
}
