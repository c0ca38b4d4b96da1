import type { Author, Change } from '../../audit/audit.ts';
import type { AssignmentEvent } from '../../distribution/explanation.ts';
import { newPublicId } from '../../public-id.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { StoredDetails } from '../../timeline/details.ts';
import type { ActivityKind } from '../../timeline/kinds.ts';
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

/** A lead to write; `before` is null for a new one. */
export interface LeadWrite {
  readonly author: Author;
  readonly settings: Settings;
  readonly before: LeadRow | null;
  readonly lead: LeadRow;
  readonly events: LeadEvents;
}

/** Tells those who follow the organization's events that there are new ones. */
export type Written = (organizationId: string) => void;

export type ChangedLead = LeadWrite & { readonly before: LeadRow };

export const activity = (kind: ActivityKind, summary: string | null = null, occurredAt?: Date): ActivityEvent => ({
  public_id: newPublicId('activity'),
  kind,
  summary,
  ...(occurredAt && { occurred_at: occurredAt.toISOString() }),
});

export const audit = (action: string, changes: Change[]) => ({
  public_id: newPublicId('auditEntry'),
  action: `lead.${action}`,
  changes,
});
