import { presentEntry } from '../../audit/present.ts';
import { listLeadAudit } from '../../audit/read.ts';
import { AuditEntry, presentActor } from '../../audit/schemas.ts';
import { createdReply, locationHeader } from '../../http/operation.ts';
import { PageQuery, pageReply, readPage } from '../../http/pagination.ts';
import { List, One } from '../../http/schema.ts';
import { type Call, operation } from '../../operation.ts';
import { notFound } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { Activity, ActivityCreate, Note, NoteCreate } from '../../timeline/schemas.ts';
import {
  type ActivityRow,
  listActivities,
  listNotes,
  listTransitions,
  presentActivity,
  presentNote,
  type TransitionRow,
} from '../../timeline/timeline.ts';
import { sourcesOf, withNames, writingOf } from '../answers.ts';
import { isLeadInScope } from '../queries.ts';
import { UnknownNameError } from '../render.ts';
import { Transition } from '../schemas.ts';
import type { LeadWriter } from '../writing/writing.ts';
import { addActivity, addNote } from './timeline.ts';

const common = { tag: 'Around a lead', scope: 'leads', ids: { public_id: 'lead' } } as const;

/** An empty list and a lead that the actor may not see are not the same. */
async function requireLead({ sql, actor, ids }: Call<unknown, unknown, 'public_id'>): Promise<void> {
  if (!(await isLeadInScope(sql, actor, ids.public_id))) throw notFound();
}

export const leadTimelineOperations = (leads: LeadWriter) => [
  operation({
    ...common,
    id: 'listLeadActivities',
    method: 'GET',
    path: '/leads/{public_id}/activities',
    summary: 'List a lead’s activities, newest first',
    ability: 'leads:read',
    query: PageQuery,
    answers: { 200: { description: 'A page of activities', schema: List(Activity) } },
    handle: async (call) => {
      const page = readPage(call);
      await requireLead(call);
      const rows = await listActivities(call.sql, call.actor, call.ids.public_id, page.after, page.limit);
      const position = (row: ActivityRow) => [row.occurred_at.toISOString(), row.id];
      return withNames(call, (settings) =>
        pageReply(call, page, rows, position, (row) => presentActivity(row, sourcesOf(settings))),
      );
    },
  }),
  operation({
    ...common,
    id: 'addLeadActivity',
    method: 'POST',
    path: '/leads/{public_id}/activities',
    summary: 'Record an activity',
    description: 'Moves the lead’s `last_activity_at` forward, never back.',
    ability: 'leads:update',
    body: ActivityCreate,
    answers: { 201: { description: 'The activity', schema: One(Activity), headers: locationHeader } },
    check: ({ occurred_at }) => (isFuture(occurred_at) ? { occurred_at: ['must not be in the future'] } : {}),
    handle: async (call) => {
      const activity = await addActivity(writingOf(call, leads), call.ids.public_id, call.body);
      return createdReply(`leads/${call.ids.public_id}/activities`, activity);
    },
  }),
  operation({
    ...common,
    id: 'listLeadNotes',
    method: 'GET',
    path: '/leads/{public_id}/notes',
    summary: 'List a lead’s notes, newest first',
    ability: 'leads:read',
    query: PageQuery,
    answers: { 200: { description: 'A page of notes', schema: List(Note) } },
    handle: async (call) => {
      const page = readPage(call);
      await requireLead(call);
      const rows = await listNotes(call.sql, call.actor, call.ids.public_id, page.after, page.limit);
      return pageReply(call, page, rows, (row) => [row.created_at.toISOString(), row.id], presentNote);
    },
  }),
  operation({
    ...common,
    id: 'addLeadNote',
    method: 'POST',
    path: '/leads/{public_id}/notes',
    summary: 'Add a note',
    ability: 'leads:update',
    body: NoteCreate,
    answers: { 201: { description: 'The note', schema: One(Note), headers: locationHeader } },
    handle: async (call) => {
      const note = await addNote(writingOf(call, leads), call.ids.public_id, call.body);
      return createdReply(`leads/${call.ids.public_id}/notes`, note);
    },
  }),
  operation({
    ...common,
    id: 'listLeadTransitions',
    method: 'GET',
    path: '/leads/{public_id}/transitions',
    summary: 'List a lead’s stage transitions, newest first',
    ability: 'leads:read',
    query: PageQuery,
    answers: { 200: { description: 'A page of transitions', schema: List(Transition) } },
    handle: async (call) => {
      const page = readPage(call);
      await requireLead(call);
      const rows = await listTransitions(call.sql, call.actor, call.ids.public_id, page.after, page.limit);
      const position = (row: TransitionRow) => [row.occurred_at.toISOString(), row.id];
      return withNames(call, (settings) =>
        pageReply(call, page, rows, position, (row) => presentTransition(settings, row)),
      );
    },
  }),
  operation({
    ...common,
    id: 'listLeadAudit',
    method: 'GET',
    path: '/leads/{public_id}/audit',
    summary: 'Read a lead’s audit trail, newest first',
    ability: 'audit:read',
    query: PageQuery,
    answers: { 200: { description: 'A page of audit entries', schema: List(AuditEntry) } },
    handle: async (call) => {
      const page = readPage(call);
      await requireLead(call);
      const rows = await listLeadAudit(call.sql, call.actor, call.ids.public_id, page.after, page.limit);
      return pageReply(
        call,
        page,
        rows,
        (row) => [row.occurred_at.toISOString(), row.id],
        (row) => presentEntry(call.actor, row),
      );
    },
  }),
];

const isFuture = (time: unknown) => typeof time === 'string' && Date.parse(time) > Date.now();

function presentTransition(settings: Settings, row: TransitionRow) {
  const named = (id: string) => {
    const status = settings.statuses.byId.get(id);
    if (status === undefined) throw new UnknownNameError();
    return { public_id: status.public_id, name: status.name };
  };
  return {
    public_id: row.public_id,
    from: row.from_status_id === null ? null : named(row.from_status_id),
    to: named(row.to_status_id),
    note: row.note,
    actor: presentActor(row),
    occurred_at: row.occurred_at.toISOString(),
    seconds_in_from: row.seconds_in_from === null ? null : Number(row.seconds_in_from),
  };
}
