import type { Query, Transaction } from '../../db/sql.ts';
import { lookForWaiting } from '../../distribution/rotation.ts';
import { isReopened } from '../assignment/assign-waiting.ts';
import { waitAgain } from '../assignment/queries.ts';
import type { ChangedLead, LeadWrite, NewLead } from './events.ts';
import { insertLeads } from './insert.ts';
import { giveTeamsOfNewOwners } from './owners-team.ts';
import { insertTraces } from './traces.ts';
import { updateLeads } from './update.ts';

/** All statements that write these leads and their traces; the audit entries follow at the commit. */
export function writeLeads(sql: Transaction, organizationId: string, writes: readonly LeadWrite[]): Query[] {
  const changed = writes.filter(isChanged);
  return [
    ...queueReopened(organizationId, changed),
    ...insertLeads(organizationId, writes.filter(isNew)),
    ...updateLeads(organizationId, changed),
    ...giveTeamsOfNewOwners(organizationId, changed),
    ...insertTraces(sql, organizationId, writes),
  ];
}

/** Before the leads are written: a capture holds the queue's lock while it waits for phones and emails that are being written. */
function queueReopened(organizationId: string, writes: readonly ChangedLead[]): Query[] {
  const reopened = writes.filter(({ settings, before, lead }) => isReopened(settings, before, lead));
  if (reopened.length === 0) return [];
  const leadIds = reopened.map(({ lead }) => lead.id);
  return [...lookForWaiting(organizationId), waitAgain(organizationId, leadIds)];
}

const isNew = (write: LeadWrite): write is NewLead => write.before === null;
const isChanged = (write: LeadWrite): write is ChangedLead => write.before !== null;
