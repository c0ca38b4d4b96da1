/** The entries on one lead, for the features around it. */
export { listAuditEntries as listLeadAudit } from './queries.ts';
