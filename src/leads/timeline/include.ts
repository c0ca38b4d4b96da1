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
    const { shown, next } = await (part === 'activities' ? includeActivities(call) : includeNotes(call));
    members[part] = shown;
    links[part] = next;
  }
  return { members: membersOf(members), links };
}

async function includeActivities(call: IncludeCall) {
  const rows = await listActivities(call.sql, call.actor, call.ids.public_id, null, SHOWN + 1);
  const { data, last } = await withNames(call, (settings) =>
    fillPage(SHOWN, rows, (row) => presentActivity(row, sourcesOf(settings))),
  );
  return { shown: data, next: linkAfter(call, 'activities', last && [last.occurred_at.toISOString(), last.id]) };
}

async function includeNotes(call: IncludeCall) {
  const rows = await listNotes(call.sql, call.actor, call.ids.public_id, null, SHOWN + 1);
  const { data, last } = fillPage(SHOWN, rows, presentNote);
  return { shown: data, next: linkAfter(call, 'notes', last && [last.created_at.toISOString(), last.id]) };
}

const operationOf: Readonly<Record<Part, string>> = { activities: 'listLeadActivities', notes: 'listLeadNotes' };

function linkAfter({ cursorKey, ids }: IncludeCall, part: Part, position: string[] | null): string | null {
  if (position === null) return null;
  const listing = { operationId: operationOf[part], ids, query: {} };
  return pageLink(cursorKey, `${BASE_PATH}/leads/${ids.public_id}/${part}`, listing, position);
}
