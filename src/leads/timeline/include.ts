import type { Static } from 'typebox';
import { suggest } from '../../http/did-you-mean.ts';
import { BASE_PATH } from '../../http/operation.ts';
import { fillPage, pageLink } from '../../http/pagination.ts';
import { Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import type { Call } from '../../operation.ts';
import { invalid } from '../../problems.ts';
import { listActivities, listNotes, presentActivity, presentNote } from '../../timeline/timeline.ts';
import { membersOf, sourcesOf, withNames } from '../answers.ts';

const SHOWN = 50;
const parts = ['activities', 'notes'] as const;
type Part = (typeof parts)[number];

export const IncludeQuery = Shape({
  include: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Adds the timeline: `activities`, `notes`, or both separated by a comma',
      examples: ['activities,notes'],
    }),
  ),
});

type IncludeCall = Call<Static<typeof IncludeQuery>, unknown, 'public_id'>;

/** The parts that a caller names; one that is not known is refused by its name. */
export function readInclude(include: string | undefined): Part[] {
  const named = include === undefined ? [] : include.split(',').map((name) => name.trim());
  const faults = named
    .filter((name) => !parts.includes(name as Part))
    .map((name) => `${name || 'an empty name'} is not known here${suggest(name, parts)}`);
  if (new Set(named).size < named.length) faults.push('must not name the same part twice');
  if (faults.length > 0) throw invalid({ include: faults });
  return parts.filter((part) => named.includes(part));
}

/** The newest activities and notes, as further members of the lead, with the address of what comes after them. */
export async function includeTimeline(call: IncludeCall, wanted: readonly Part[]) {
  const members: Partial<Record<Part, unknown[]>> = {};
  const links: Partial<Record<Part, string | null>> = {};
  for (const part of wanted) {
    const { data, next } = await readPart[part](call);
    members[part] = data;
    links[part] = next;
  }
  return { members: membersOf(members), links };
}

const readPart = {
  activities: async (call: IncludeCall) => {
    const rows = await listActivities(call.sql, call.actor, call.ids.public_id, null, SHOWN + 1);
    const { data, last } = await withNames(call, (settings) =>
      fillPage(SHOWN, rows, (row) => presentActivity(row, sourcesOf(settings))),
    );
    return { data, next: last && linkAfter(call, 'activities', 'listLeadActivities', [last.occurred_at, last.id]) };
  },
  notes: async (call: IncludeCall) => {
    const rows = await listNotes(call.sql, call.actor, call.ids.public_id, null, SHOWN + 1);
    const { data, last } = fillPage(SHOWN, rows, presentNote);
    return { data, next: last && linkAfter(call, 'notes', 'listLeadNotes', [last.created_at, last.id]) };
  },
};

function linkAfter(call: IncludeCall, part: Part, operationId: string, [at, id]: [Date, string]): string {
  const { cursorKey, ids } = call;
  const path = `${BASE_PATH}/leads/${ids.public_id}/${part}`;
  return pageLink(cursorKey, path, { operationId, ids, query: {} }, [at.toISOString(), id]);
}
