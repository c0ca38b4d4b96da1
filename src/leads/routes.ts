import { isUnchanged } from '../http/etag.ts';
import { locationHeader } from '../http/operation.ts';
import { readPage } from '../http/pagination.ts';
import { isRecord } from '../http/record.ts';
import { List, Shape, Text } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { type Call, operation } from '../operation.ts';
import { faultsOf, found, readAll } from '../problems.ts';
import { leadsReply, renderedReply, requireMatch, writingOf } from './answers.ts';
import { createdLeadReply, KnownLead, NewLead } from './created.ts';
import { eraseLead } from './erasure/erase.ts';
import type { Exports } from './export/exports.ts';
import { exportForm } from './export/form.ts';
import { DEFAULT_SORT, LeadQuery, readFilter } from './listing/filter.ts';
import { readLeads } from './listing/list.ts';
import { changedLeadReply, presentRecorded } from './partial.ts';
import { findLead, findShownLead } from './queries.ts';
import type { LeadRow } from './row.ts';
import {
  Lead,
  LeadCreate,
  LeadPatch,
  LeadWithTimeline,
  ListedLead,
  Move,
  PartialLead,
  PartialTransition,
  Transition,
} from './schemas.ts';
import { upToDate } from './scores/scored.ts';
import { IncludeQuery, includeTimeline, readInclude } from './timeline/include.ts';
import { createLead } from './writing/create.ts';
import { checkCustomValues } from './writing/custom-values.ts';
import { moveLead } from './writing/move.ts';
import { checkNewLead } from './writing/new-lead.ts';
import { patchLead, referenceFaults } from './writing/patch.ts';
import type { LeadWriter } from './writing/writing.ts';

const common = { tag: 'Leads', scope: 'leads' } as const;
const ids = { public_id: 'lead' } as const;
const etagHeader = { ETag: { description: 'Changes with the lead; for If-Match and If-None-Match' } };
const ifMatch = { 'If-Match': 'ETag that the lead must still have; else 412 and nothing is changed' };

/** Whole, or what a token without `leads:read` is told. */
const ShownLead = Type.Union([Lead, PartialLead]);

export const leadOperations = (leads: LeadWriter, exports: Exports) => [
  operation({
    ...common,
    id: 'listLeads',
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    description:
      'Filters combine with AND; ids separated by commas within one filter with OR. What is outside the token’s scope, or unknown, matches nothing. `filter[custom_fields.<key>]` takes values of a custom field (select, multi_select, boolean, number, date), several separated by commas. Everything combines in an organization of up to 10,000 leads; in a larger one, a combination that cannot be read quickly is refused, and the answer says what to add.\n\nWith `Accept: text/csv` or `application/x-ndjson` the answer is the whole list as of one moment, under the same filters and sort, without `page[…]`. A connection that breaks before the end means that the export is not whole. Each export leaves an audit entry.',
    ability: 'leads:read',
    query: LeadQuery,
    answers: {
      200: { description: 'A page of leads, or the whole list as CSV or JSON lines', schema: List(ListedLead) },
    },
    otherForm: exportForm(exports),
    checkQuery: (query, settings) => faultsOf(() => readFilter(settings, query)),
    handle: async (call) => {
      const defaults = { sort: DEFAULT_SORT };
      const withStage = call.query.include === 'stage';
      const [page, filter] = readAll(
        () => readPage(call, defaults),
        () => readFilter(call.settings, call.query),
      );
      const found = filter === null ? undefined : await readLeads(call, filter, page, withStage);
      return leadsReply(call, page, found, { defaults, withStage });
    },
  }),
  operation({
    ...common,
    id: 'createLead',
    method: 'POST',
    path: '/leads',
    summary: 'Create a lead',
    description:
      'A lead needs a phone or an email. If one of them belongs to a lead already, that lead is answered with 200 and `duplicate` true, nothing is created, and its fields stay as they are. A retry leaves no trace; what differs from the lead is kept in the `details` of a `reenquiry` activity, 20 a lead and hour. Of a lead outside the token’s scope only its public id and what the caller itself sent are shown.',
    ability: 'leads:create',
    errors: ['conflict'],
    body: LeadCreate,
    answers: {
      201: {
        description: 'The new lead',
        schema: NewLead,
        headers: { ...locationHeader, ...etagHeader },
      },
      200: { description: 'The lead that was there already', schema: KnownLead },
    },
    check: (input, settings) => checkNewLead(input, settings),
    handle: async (call) => {
      return createdLeadReply(call, call.body, await createLead(writingOf(call, leads), call.body));
    },
  }),
  operation({
    ...common,
    id: 'getLead',
    method: 'GET',
    path: '/leads/{public_id}',
    ids,
    summary: 'Read a lead',
    ability: 'leads:read',
    query: IncludeQuery,
    headers: { 'If-None-Match': 'ETag that the caller has; 304 where the lead still has it' },
    answers: {
      200: {
        description:
          'The lead; with `include`, its latest activities and notes, 50 of each at most and fewer where they are large, and where the others are',
        schema: Shape({
          data: LeadWithTimeline,
          links: Type.Optional(
            Type.Object({
              activities: Type.Optional(Type.Union([Type.String(), Type.Null()])),
              notes: Type.Optional(Type.Union([Type.String(), Type.Null()])),
            }),
          ),
        }),
        headers: etagHeader,
      },
      304: { description: 'Not changed' },
    },
    checkQuery: ({ include }) => faultsOf(() => readInclude(include)),
    handle: async (call) => {
      const wanted = readInclude(call.query.include);
      const lead = await readLead(call);
      const included = wanted.length === 0 ? null : await includeTimeline(call, wanted);
      const { headers = {}, body } = await renderedReply(
        call,
        lead,
        included?.links && { links: included.links },
        included?.members,
      );
      return isUnchanged(call.headers['if-none-match'], headers.etag ?? '')
        ? { status: 304, headers }
        : { headers, body };
    },
  }),
  operation({
    ...common,
    id: 'changeLead',
    method: 'PATCH',
    path: '/leads/{public_id}',
    ids,
    summary: 'Change a lead',
    description:
      'JSON Merge Patch: what is not sent stays, null clears, `custom_fields` merge by key. A `status` changed here obeys the stage rules but records no transition, so reports do not see the move; use the status endpoint for moves. `owner` needs the ability `leads:assign`. A token without `leads:read` is answered only the public id, the status, `updated_at` and the fields that it sent.',
    ability: 'leads:update',
    alsoNeeds: (body) => (Object.hasOwn(body, 'owner') ? ['leads:assign'] : []),
    body: LeadPatch,
    headers: ifMatch,
    answers: {
      200: {
        description: 'The lead, as far as the token may read it',
        schema: Shape({ data: ShownLead, meta: Type.Optional(Shape({ warning: Type.String() })) }),
        headers: etagHeader,
      },
    },
    errors: ['precondition_failed', 'conflict'],
    check: (input, settings) => (isRecord(input.custom_fields) ? checkCustomValues(settings, input.custom_fields) : {}),
    checkReferences: (input, settings, actor) => referenceFaults(settings, actor, input),
    handle: async (call) => {
      const { body } = call;
      const { lead, isMoved } = await patchLead(writingOf(call, leads), call.ids.public_id, body, ifMatchOf(call));
      return changedLeadReply(call, lead, body, isMoved ? { meta: { warning: PATCHED_STATUS } } : {});
    },
  }),
  operation({
    ...common,
    id: 'moveLead',
    method: 'POST',
    path: '/leads/{public_id}/status',
    ids,
    summary: 'Move a lead to another status',
    description:
      'Changes the status under the stage rules and records the transition, which reports read. A lead that is there already stays as it is, with `transition` null; a `note` is then not recorded, and `meta.warning` says so. A token without `leads:read` is answered only the public id, the status and `updated_at`, and of the transition not where it came from.',
    ability: 'leads:move',
    body: Move,
    headers: ifMatch,
    answers: {
      200: {
        description: 'The lead, as far as the token may read it, and the transition that was recorded',
        schema: Shape({
          data: ShownLead,
          transition: Type.Union([Transition, PartialTransition, Type.Null()]),
          meta: Type.Optional(Shape({ warning: Type.String() })),
        }),
        headers: etagHeader,
      },
    },
    errors: ['precondition_failed', 'conflict'],
    checkReferences: (input, settings, actor) => referenceFaults(settings, actor, { status: input.status }),
    handle: async (call) => {
      const { body } = call;
      const { lead, transition } = await moveLead(writingOf(call, leads), call.ids.public_id, body, ifMatchOf(call));
      return changedLeadReply(
        call,
        lead,
        {},
        {
          transition: presentRecorded(call, transition),
          ...(transition === null && body.note && { meta: { warning: NOTE_NOT_RECORDED } }),
        },
      );
    },
  }),
  operation({
    ...common,
    id: 'eraseLead',
    method: 'DELETE',
    path: '/leads/{public_id}',
    ids,
    summary: 'Erase a lead',
    description:
      'Everything personal goes at once: contact, custom fields, notes, summaries and details of activities, notes of moves, values in the audit trail, answers kept under an Idempotency-Key. What counts stays (status, transitions, source, owner, value, times), so reports do not change. Afterwards the lead is not found anywhere. It cannot be undone.',
    ability: 'leads:erase',
    query: Shape({
      reason: Type.Optional(
        Text({
          max: 500,
          description: 'Kept in the audit trail; put nothing personal into it',
          examples: ['On request'],
        }),
      ),
      suppress: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Keep keyed hashes of phone and email, so that they are not captured again: a create answers 409, a form stores nothing',
        }),
      ),
    }),
    headers: ifMatch,
    answers: { 204: { description: 'Erased' } },
    errors: ['precondition_failed'],
    handle: async (call) => {
      const { reason = null, suppress = false } = call.query;
      await eraseLead(writingOf(call, leads), {
        leadId: call.ids.public_id,
        reason,
        suppress,
        require: ifMatchOf(call),
      });
      return { status: 204 };
    },
  }),
];

/** If-Match, for the verb that reads the lead. */
const ifMatchOf = (call: Call<unknown, unknown, 'public_id'>) => (lead: LeadRow) => requireMatch(call, lead);

/** What is shown of a lead; where its score has faded since it was written, with the score that it has now. */
async function readLead({ sql, actor, settings, ids }: Call<unknown, unknown, 'public_id'>) {
  const now = new Date();
  const shown = await findShownLead(sql, actor, ids.public_id);
  if (shown !== undefined && (shown.rescore_at === null || shown.rescore_at > now)) return shown;
  const lead = found(shown && (await findLead(sql, actor, ids.public_id)));
  return upToDate(settings, lead, now);
}

const NOTE_NOT_RECORDED =
  'The lead is in this status already, so nothing was recorded, the note included. Use POST /api/v1/leads/{public_id}/notes for notes.';
const PATCHED_STATUS =
  'The status was changed without recording a transition: reports will not see this move. Use POST /api/v1/leads/{public_id}/status for moves.';
