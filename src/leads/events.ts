import type { Change } from '../audit/audit.ts';
import type { AssignmentEvent } from '../distribution/explanation.ts';
import { newPublicId } from '../public-id.ts';
import type { StoredDetails } from '../timeline/details.ts';
import type { ActivityKind } from '../timeline/kinds.ts';

interface ActivityEvent {
  public_id: string;
  kind: ActivityKind;
  summary: string | null;
  details?: StoredDetails;
  occurred_at?: string;
}

/** What a change of a lead leaves behind; the database function writes it together with the lead. */
export interface LeadEvents {
  transition?: {
    public_id: string;
    from: string | null;
    to: string;
    /** Of the status that was entered. */
    number: number;
    note: string | null;
    seconds: number | null;
  };
  activities?: ActivityEvent[];
  note?: { public_id: string; body: string };
  /** What distribution decided. */
  assignment?: AssignmentEvent;
  /** Somebody changed the owner by hand. */
  reassigned?: true;
  audit?: { public_id: string; action: string; changes: Change[] };
}

/** What a new lead leaves behind: public ids of its first transition and activity, and what they cannot tell. */
export interface CreateEvents {
  transition: string;
  /** Number of the status that it begins in. */
  number: number;
  activity: string;
  assignment: AssignmentEvent;
  audit: { public_id: string; changes: Change[] };
}

export const activity = (kind: ActivityKind, summary: string | null = null, occurredAt?: Date) => ({
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
