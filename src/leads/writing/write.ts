import type { Query, Transaction } from '../../db/sql.ts';
import type { ChangedLead, LeadWrite, NewLead } from './events.ts';
import { insertLeads } from './insert.ts';
import { insertTraces } from './traces.ts';
import { updateLeads } from './update.ts';

/** All statements that write these leads and their traces; the audit entries follow at the commit. */
export const writeLeads = (sql: Transaction, organizationId: string, writes: readonly LeadWrite[]): Query[] => [
  ...insertLeads(organizationId, writes.filter(isNew)),
  ...updateLeads(organizationId, writes.filter(isChanged)),
  ...insertTraces(sql, organizationId, writes),
];

const isNew = (write: LeadWrite): write is NewLead => write.before === null;
const isChanged = (write: LeadWrite): write is ChangedLead => write.before !== null;
