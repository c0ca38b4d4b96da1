export { answerOf, problemOf } from './answer.ts';
export { type Api, type ClientOptions, createApi } from './api.ts';
export type { CallOptions, ChangeOptions, PostOptions } from './call-options.ts';
export { createClient, type LeadlineClient } from './client.ts';
export { LeadlineError, type LeadlineErrorCode } from './error.ts';
export type { components, operations, paths } from './generated/api.ts';
export {
  cancelImport,
  createImport,
  getImport,
  type ImportQuery,
  importFailures,
  listImports,
  type WaitOptions,
  waitForImport,
} from './imports.ts';
export {
  type Changed,
  type Created,
  createLead,
  type EraseOptions,
  eraseLead,
  type GetOptions,
  getLead,
  type LeadFilter,
  type LeadQuery,
  listLeads,
  type Moved,
  moveLead,
  type Read,
  updateLead,
} from './leads.ts';
export { type ItemOf, type List, type ListPath, type ListQuery, list, type Page } from './list.ts';
export { type Batch, type CountQuery, countLeads, createLeads, type ExportQuery, exportLeads } from './many-leads.ts';
export type * from './models.ts';
export type { RetryOptions } from './retry.ts';
export {
  addActivity,
  addNote,
  explainAssignment,
  explainScore,
  listActivities,
  listNotes,
  listTransitions,
} from './timeline.ts';
