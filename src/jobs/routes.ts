import { BASE_PATH, locationHeader } from '../http/operation.ts';
import { newestPosition, PageQuery, pageReply, readPage } from '../http/pagination.ts';
import { List, One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { found } from '../problems.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { neededFor, presentJob, stopJob } from './jobs.ts';
import type { JobWorker } from './process/worker.ts';
import { findJob, listJobs } from './queries.ts';
import { BulkRequest, Job } from './schemas.ts';
import { changeFaults, checkBulk, startBulkChange } from './start.ts';

const common = { tag: 'Bulk changes', scope: 'jobs', ability: 'leads:read' } as const;
const ids = { public_id: 'job' } as const;

interface JobParts {
  readonly jobs: JobWorker;
  /** For finding the leads of a filter. */
  readonly jobFinding: FairSlots;
  readonly urls: { readonly docsUrl: string };
}

export const jobOperations = ({ jobs, jobFinding, urls }: JobParts) => [
  operation({
    ...common,
    id: 'changeLeads',
    method: 'POST',
    path: '/leads/bulk',
    scope: 'leads',
    summary: 'Change many leads',
    description:
      'Gives leads to a member, moves them, or adds a note: up to 1,000 by their ids, or those that match a filter now, up to 100,000. The answer is a job, which works through them. Each lead is changed as a call for it alone would change it, under the same rules and within the same scope, all of the change or nothing; leads that cannot be changed are counted as failed.\n\nBesides `leads:read`, `owner` needs `leads:update` and `leads:assign`, `status` needs `leads:move`, and a `note` without a status `leads:update`. If the token loses one of them, is revoked or expires, or its membership is deactivated, the job stops. An organization has at most 10 jobs that are not finished; they run one after the other.',
    body: BulkRequest,
    alsoNeeds: ({ change }) => neededFor(change),
    check: checkBulk,
    checkReferences: ({ change }, settings, actor) => changeFaults(settings, actor, change),
    answers: { 202: { description: 'The leads will be changed', schema: One(Job), headers: locationHeader } },
    errors: ['conflict'],
    handle: async (call) => {
      const row = await startBulkChange(jobFinding, call);
      call.sql.afterCommit(() => jobs.nudge(call.actor.organizationId));
      const location = `${BASE_PATH}/jobs/${row.public_id}`;
      const shows = call.body.ids ?? [];
      return { status: 202, headers: { location }, body: { data: presentJob(row, urls.docsUrl) }, shows };
    },
  }),
  operation({
    ...common,
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
    summary: 'List bulk changes, newest first',
    description: 'Kept for 30 days.',
    query: PageQuery,
    answers: { 200: { description: 'A page of jobs', schema: List(Job) } },
    handle: async (call) => {
      const page = readPage(call);
      const rows = await listJobs(call.sql, call.actor, page.after, page.limit);
      const present = (row: (typeof rows)[number]) => presentJob(row, urls.docsUrl);
      return pageReply(call, page, rows, newestPosition, present);
    },
  }),
  operation({
    ...common,
    id: 'getJob',
    method: 'GET',
    path: '/jobs/{public_id}',
    ids,
    summary: 'Read a bulk change: how far it has come',
    answers: { 200: { description: 'The job', schema: One(Job) } },
    handle: async ({ sql, actor, ids }) => ({
      body: { data: presentJob(found(await findJob(sql, actor, ids.public_id)), urls.docsUrl) },
    }),
  }),
  operation({
    ...common,
    id: 'stopJob',
    method: 'DELETE',
    path: '/jobs/{public_id}',
    ids,
    summary: 'Stop a bulk change',
    description: 'Leads that are changed stay so. A job that is over stays as it is.',
    ability: 'leads:update',
    answers: { 204: { description: 'It is stopped' } },
    handle: async ({ sql, actor, author, ids }) => {
      await stopJob(sql, actor, author, ids.public_id);
      sql.afterCommit(() => jobs.nudge(actor.organizationId));
      return { status: 204 };
    },
  }),
];
