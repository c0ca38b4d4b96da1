/** For the features around a lead: every write of a lead leaves an entry. */
export { listAuditEntries as listLeadAudit, listLeadEntriesAfter as listLeadsWritten } from './queries.ts';
