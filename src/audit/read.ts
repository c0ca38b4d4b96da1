/** The entries on one lead, for the features around it. */
export { listLeadAudit } from './queries.ts';
