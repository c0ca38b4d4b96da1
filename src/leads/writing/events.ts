import type { Author, Change } from '../../audit/audit.ts';
import type { AssignmentEvent } from '../../distribution/explanation.ts';
import { groupBy } from '../../group-by.ts';
import { newPublicId } from '../../public-id.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { StoredDetails } from '../../timeline/details.ts';
import type { ActivityKind } from '../../timeline/kinds.ts';
import type { Traits } from '../finding/terms.ts';
import type { LeadRow } from '../row.ts';

export interface ActivityEvent {
  public_id: string;
  kind: ActivityKind;
  summary: string | null;
  details?: StoredDetails;
  /** Defaults to the time of the change. */
  occurred_at?: string;
}

/** What is recorded about a change, in the same transaction as the lead. */
export interface LeadEvents {
  transition?: {
    public_id: string;
    from: string | null;
    to: string;
    /** The number of the status that was entered. */
    number: number;
    note: string | null;
    seconds: number | null;
  };
  activities?: ActivityEvent[];
  note?: { public_id: string; body: string };
  /** The decision of distribution. */
  assignment?: AssignmentEvent;
  /** A person changed the owner. */
  reassigned?: true;
  audit: { public_id: string; action: string; changes: Change[] };
}

interface Write {
  readonly author: Author;
  readonly settings: Settings;
  readonly lead: LeadRow;
  readonly events: LeadEvents;
}

export type NewLead = Write & { readonly before: null; readonly traits: Traits };
export type ChangedLead = Write & { readonly before: LeadRow };

/** A lead to write, and what is recorded about it. */
export type LeadWrite = NewLead | ChangedLead;

/** Writes by their time, as the database is given it: those of a batch usually share one. */
export function byTime<Write extends LeadWrite>(writes: readonly Write[]): Map<string, Write[]> {
  const groups = groupBy(writes, ({ lead }) => lead.updated_at.getTime());
  return new Map([...groups].map(([time, group]) => [new Date(time).toISOString(), group]));
}

/** Tells those who follow the organization's events that there are new ones. */
export type Written = (organizationId: string) => void;

export const activity = (kind: ActivityKind, summary: string | null = null): ActivityEvent => ({
  public_id: newPublicId('activity'),
  kind,
  summary,
});

export const audit = (action: string, changes: Change[]) => ({
  public_id: newPublicId('auditEntry'),
  action: `lead.${action}`,
  changes,
});
