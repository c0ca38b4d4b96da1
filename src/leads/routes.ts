import { BASE_PATH, locationHeader } from '../http/operation.ts';
import { readPage } from '../http/pagination.ts';
import { isRecord } from '../http/record.ts';
import { List, OneOf, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { type Call, operation } from '../operation.ts';
import { type FieldErrors, faultsOf, notFound, readAll } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import { isUnchanged, leadReply, leadsReply, mayRead, renderedReply, requireMatch, writingOf } from './answers.ts';
import { DEFAULT_SORT, LeadQuery, readFilter } from './listing/filter.ts';
import { readLeads } from './listing/list.ts';
import { changedLeadReply, presentRecorded } from './partial.ts';
import { findLead, findShownLead } from './queries.ts';
import type { LeadRow } from './row.ts';
import {
  HiddenLead,
  Lead,
  LeadCreate,
  LeadPatch,
  LeadWithTimeline,
  Move,
  PartialLead,
  PartialTransition,
  Transition,
} from './schemas.ts';
import { upToDate } from './scores/scored.ts';
import { IncludeQuery, includeTimeline, readInclude } from './timeline/include.ts';
import { createLead } from './writing/create.ts';
import { checkCustomValues, missingCustomValues } from './writing/custom-values.ts';
import { moveLead } from './writing/move.ts';
import { patchLead, referenceFaults, usableSource } from './writing/patch.ts';
import type { LeadWriter } from './writing/writing.ts';

const common = { tag: 'Leads', scope: 'leads' } as const;
const ids = { public_id: 'lead' } as const;
const etagHeader = { ETag: { description: 'Changes with the lead; for If-Match and If-None-Match' } };
const ifMatch = { 'If-Match': 'ETag that the lead must still have; else 412 and nothing is changed' };

/** Whole, or what a token without `leads:read` is told. */
const ShownLead = Type.Union([Lead, PartialLead]);

export const leadOperations = (leads: LeadWriter) => [
  operation({
    ...common,
    id: 'listLeads',
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    description:
      'Filters combine with AND; ids separated by commas within one filter with OR. What is outside the token’s scope, or unknown, matches nothing.',
    ability: 'leads:read',
    query: LeadQuery,
    answers: { 200: { description: 'A page of leads', schema: List(Lead) } },
    checkQuery: (query, settings) => faultsOf(() => readFilter(settings, query)),
    handle: async (call) => {
      const defaults = { sort: DEFAULT_SORT };
      const [page, filter] = readAll(
        () => readPage(call, defaults),
        () => readFilter(call.settings, call.query),
      );
      const found = filter === null ? undefined : await readLeads(call, filter, page);
      return leadsReply(call, page, found, defaults);
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
    body: LeadCreate,
    answers: {
      201: {
        description: 'The new lead',
        schema: Shape({ data: Lead, duplicate: Type.Boolean({ examples: [false] }) }),
        headers: { ...locationHeader, ...etagHeader },
      },
      200: {
        description: 'The lead that was there already',
        schema: Shape({
          data: Type.Union([Lead, HiddenLead]),
          duplicate: Type.Boolean({ examples: [true] }),
          meta: Shape({
            matched_on: Type.Array(OneOf(['phone', 'email'])),
            warning: Type.Optional(
              Type.String({
                description: 'Where what differs was not kept: the lead has 20 re-enquiries of the last hour',
              }),
            ),
          }),
        }),
      },
    },
    check: (input, settings) => checkNewLead(input, settings),
    handle: async (call) => {
      const { actor, body } = call;
      const result = await createLead(writingOf(call, leads), body);
      if (!result.duplicate) {
        const { headers, body: text } = await leadReply(call, result.lead, { duplicate: false });
        return {
          status: 201,
          headers: { ...headers, location: `${BASE_PATH}/leads/${result.lead.public_id}` },
          body: text,
        };
      }
      const meta = { matched_on: result.matchedOn };
      if (result.inScope && mayRead(actor)) {
        const told = { ...meta, ...(result.isFull && { warning: NOT_KEPT }) };
        const { body: text } = await leadReply(call, result.lead, { duplicate: true, meta: told });
        return { body: text };
      }
      const contact = Object.fromEntries(result.matchedOn.map((field) => [field, body[field]]));
      const data = { public_id: result.lead.public_id, contact };
      return { body: JSON.stringify({ data, duplicate: true, meta }) };
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
];

/** If-Match, for the verb that reads the lead. */
const ifMatchOf = (call: Call<unknown, unknown, 'public_id'>) => (lead: LeadRow) => requireMatch(call, lead);

/** What is shown of a lead; where its score has faded since it was written, with the score that it has now. */
async function readLead({ sql, actor, settings, ids }: Call<unknown, unknown, 'public_id'>) {
  const now = new Date();
  const shown = await findShownLead(sql, actor, ids.public_id);
  if (shown !== undefined && (shown.rescore_at === null || shown.rescore_at > now)) return shown;
  const lead = shown && (await findLead(sql, actor, ids.public_id));
  if (lead === undefined) throw notFound();
  return upToDate(settings, lead, now);
}

const NOTE_NOT_RECORDED =
  'The lead is in this status already, so nothing was recorded, the note included. Use POST /api/v1/leads/{public_id}/notes for notes.';
const NOT_KEPT =
  'What was sent differs from the lead and was not kept: the lead has 20 re-enquiries of the last hour already.';
const PATCHED_STATUS =
  'The status was changed without recording a transition: reports will not see this move. Use POST /api/v1/leads/{public_id}/status for moves.';

function checkNewLead(input: LeadCreate, settings: Settings): FieldErrors {
  const values = isRecord(input.custom_fields) ? input.custom_fields : {};
  const errors: FieldErrors = { ...missingCustomValues(settings, values), ...checkCustomValues(settings, values) };
  if ((input.phone ?? null) === null && (input.email ?? null) === null) {
    errors.phone = ['a lead needs a phone or an email'];
  }
  const { source } = input;
  return typeof source === 'string' ? { ...errors, ...faultsOf(() => usableSource(settings, source)) } : errors;
}
