import type { Actor } from '../../access/actor.ts';
import type { Author } from '../../audit/audit.ts';
import type { Database } from '../../db/sql.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { mayAssignWaiting } from '../assignment/assign-waiting.ts';
import type { LeadRow } from '../row.ts';
import type { Suppression } from '../suppression/suppression.ts';
import type { LeadCaptures } from './capture.ts';
import type { Changing, LeadChanges } from './change.ts';
import type { Written } from './events.ts';

/** Writes leads in this process; created once at the start. */
export interface LeadWriter {
  readonly captures: LeadCaptures;
  readonly changes: LeadChanges;
  readonly suppression: Suppression;
  /** Requests a run of the assignment worker: a waiting lead may be assignable now. */
  nudge(organizationId: string): void;
  readonly written: Written;
  /** Drops what this process holds of the organization's leads: other processes are told by the database. */
  erased(organizationId: string): void;
}

/** The context of a write: the database, the settings, and on whose behalf. */
export interface Writing {
  readonly database: Database;
  readonly leads: LeadWriter;
  /** Null for a form, which learns nothing about existing leads. */
  readonly actor: Actor | null;
  readonly author: Author;
  readonly settings: Settings;
  /** Public id of the form, if the lead came through one. */
  readonly form?: string;
  /** The current time; the demo writes in the past. */
  readonly clock?: () => Date;
}

/** Changes one lead and returns it. If a waiting lead may be assignable now, the assignment worker runs. */
export async function changeLead(
  { database, leads, author, settings, clock }: Writing,
  which: Pick<Changing, 'actor' | 'leadId' | 'isAlone'>,
  decide: Changing['decide'],
): Promise<LeadRow> {
  const changing = { author, settings, decide, ...which, ...(clock && { clock }) };
  const { before, lead } = await leads.changes.change(database, changing);
  if (mayAssignWaiting(settings, before, lead)) database.afterCommit(() => leads.nudge(author.organizationId));
  return lead;
}
