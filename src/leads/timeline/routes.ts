import type { Static } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import { presentEntry } from '../../audit/present.ts';
import { listLeadAudit } from '../../audit/read.ts';
import { AuditEntry, presentActor } from '../../audit/schemas.ts';
import type { Position } from '../../db/cursor.ts';
import type { Sql } from '../../db/sql.ts';
import { BASE_PATH, type Reply } from '../../http/operation.ts';
import { PageQuery, pageReply, readPage } from '../../http/pagination.ts';
import { List, One } from '../../http/schema.ts';
import { type Call, operation } from '../../operation.ts';
import { notFound } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { Activity, ActivityCreate, Note, NoteCreate } from '../../timeline/schemas.ts';
import {
  listActivities,
  listNotes,
  listTransitions,
  presentActivity,
  presentNote,
  type TransitionRow,
} from '../../timeline/timeline.ts';
import { sourcesOf, withNames, writingOf } from '../answers.ts';
import { isLeadInScope } from '../queries.ts';
import { referenceTo } from '../render.ts';
import { Transition } from '../schemas.ts';
import type { LeadWriter } from '../writing/writing.ts';
import { addActivity, addNote } from './timeline.ts';

const common = { tag: 'Around a lead', scope: 'leads', ids: { public_id: 'lead' } } as const;

type LeadCall = Call<Static<typeof PageQuery>, unknown, 'public_id'>;

/** Notes and activities have no addresses of their own. */
const listHeader = { Location: { description: 'Path of the list that has it' } };

const addedReply = (
  call: { ids: { public_id: string } },
  list: 'activities' | 'notes',
  data: Activity | Note,
): Reply => ({
  status: 201,
  headers: { location: `${BASE_PATH}/leads/${call.ids.public_id}/${list}` },
  body: { data },
  shows: [call.ids.public_id],
});

/** A page of what belongs to a lead, newest first. */
async function listReply<Row extends { id: string } & ({ occurred_at: Date } | { created_at: Date })>(
  call: LeadCall,
  list: (sql: Sql, actor: Actor, lead: string, after: Position | null, limit: number) => Promise<Row[]>,
  present: (row: Row, settings: Settings) => unknown,
): Promise<Reply> {
  const { sql, actor, ids } = call;
  const page = readPage(call);
  // An empty list and a lead that the actor may not see are not the same.
  if (!(await isLeadInScope(sql, actor, ids.public_id))) throw notFound();
  const rows = await list(sql, actor, ids.public_id, page.after, page.limit);
  const positionOf = (row: Row) => [('occurred_at' in row ? row.occurred_at : row.created_at).toISOString(), row.id];
  return withNames(call, (settings) => pageReply(call, page, rows, positionOf, (row) => present(row, settings)));
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
    handle: (call) => listReply(call, listActivities, (row, settings) => presentActivity(row, sourcesOf(settings))),
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
    answers: { 201: { description: 'The activity', schema: One(Activity), headers: listHeader } },
    check: ({ occurred_at }) => (isFuture(occurred_at) ? { occurred_at: ['must not be in the future'] } : {}),
    handle: async (call) => {
      const activity = await addActivity(writingOf(call, leads), call.ids.public_id, call.body);
      return addedReply(call, 'activities', activity);
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
    handle: (call) => listReply(call, listNotes, presentNote),
  }),
  operation({
    ...common,
    id: 'addLeadNote',
    method: 'POST',
    path: '/leads/{public_id}/notes',
    summary: 'Add a note',
    ability: 'leads:update',
    body: NoteCreate,
    answers: { 201: { description: 'The note', schema: One(Note), headers: listHeader } },
    handle: async (call) => {
      const note = await addNote(writingOf(call, leads), call.ids.public_id, call.body);
      return addedReply(call, 'notes', note);
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
    handle: (call) => listReply(call, listTransitions, presentTransition),
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
    handle: (call) => listReply(call, listLeadAudit, (row) => presentEntry(call.actor, row)),
  }),
];

const isFuture = (time: unknown) => typeof time === 'string' && Date.parse(time) > Date.now();

const presentTransition = (row: TransitionRow, { statuses }: Settings) => ({
  public_id: row.public_id,
  from: row.from_status_id === null ? null : referenceTo(statuses, row.from_status_id),
  to: referenceTo(statuses, row.to_status_id),
  note: row.note,
  actor: presentActor(row),
  occurred_at: row.occurred_at.toISOString(),
  seconds_in_from: row.seconds_in_from === null ? null : Number(row.seconds_in_from),
});
