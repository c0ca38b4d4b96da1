import type { Query } from '../../db/sql.ts';
import type { ChangedLead, LeadWrite } from './events.ts';
import { insertLeads } from './insert.ts';
import { insertTraces } from './traces.ts';
import { updateLeads } from './update.ts';

/** All statements that write these leads and their traces. */
export const writeLeads = (organizationId: string, writes: readonly LeadWrite[]): Query[] => [
  ...insertLeads(
    organizationId,
    writes.filter(({ before }) => before === null),
  ),
  ...updateLeads(organizationId, writes.filter(isChanged)),
  ...insertTraces(organizationId, writes),
];

const isChanged = (write: LeadWrite): write is ChangedLead => write.before !== null;
