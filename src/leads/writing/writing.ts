import type { Actor } from '../../access/actor.ts';
import type { Author } from '../../audit/audit.ts';
import type { Database } from '../../db/sql.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { freesCapacity } from '../assignment/assign-waiting.ts';
import type { LeadRow } from '../row.ts';
import type { LeadCaptures } from './capture.ts';
import type { Changing, LeadChanges } from './change.ts';

/** How leads are written in this process: made once at the start. */
export interface LeadWriter {
  readonly captures: LeadCaptures;
  readonly changes: LeadChanges;
  /** Somebody may be able to take a lead that waits. */
  nudge(organizationId: string): void;
}

/** On what and on whose behalf leads are written. */
export interface Writing {
  readonly database: Database;
  readonly leads: LeadWriter;
  /** Null where nobody is told of what is there already: a form. */
  readonly actor: Actor | null;
  readonly author: Author;
  readonly settings: Settings;
  /** Public id of the form that it came through. */
  readonly form?: string;
  /** What time it is; the demo tells of earlier days. */
  readonly clock?: () => Date;
}

/** Changes one lead, and follows up on what that makes possible. Answers the lead as it is now. */
export async function changeLead(
  { database, leads, author, settings, clock }: Writing,
  which: Pick<Changing, 'actor' | 'leadId' | 'isAlone'>,
  decide: Changing['decide'],
): Promise<LeadRow> {
  const changing = { ...which, author, settings, decide, ...(clock && { clock }) };
  const { before, lead } = await leads.changes.change(database, changing);
  if (freesCapacity(settings, before, lead)) database.afterCommit(() => leads.nudge(author.organizationId));
  return lead;
}
