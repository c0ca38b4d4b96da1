import { type Static, Type } from 'typebox';
import { BASE_PATH, type Call } from '../http/operation.ts';
import { pageLink } from '../http/pagination.ts';
import { Shape } from '../http/schema.ts';
import { listActivities, listNotes, presentActivity, presentNote } from '../timeline/timeline.ts';
import { membersOf } from './answers.ts';

const SHOWN = 50;
const parts = ['activities', 'notes'] as const;
type Part = (typeof parts)[number];

export const IncludeQuery = Shape({
  include: Type.Optional(
    Type.String({
      pattern: '^(activities|notes)(,(activities|notes))?$',
      'x-message': 'must be activities, notes, or both separated by a comma',
      description: 'Adds the timeline: `activities`, `notes`, or both separated by a comma',
      examples: ['activities,notes'],
    }),
  ),
});

type IncludeCall = Call<Static<typeof IncludeQuery>, unknown, 'public_id'>;

/** The newest activities and notes, as further members of the lead, with the address of what comes after them. */
export async function includeTimeline(call: IncludeCall, include: string) {
  const wanted = parts.filter((part) => include.split(',').includes(part));
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
  const last = rows[SHOWN - 1];
  const position = rows.length > SHOWN && last ? [last.occurred_at.toISOString(), last.id] : null;
  return { shown: rows.slice(0, SHOWN).map(presentActivity), next: linkAfter(call, 'activities', position) };
}

async function includeNotes(call: IncludeCall) {
  const rows = await listNotes(call.sql, call.actor, call.ids.public_id, null, SHOWN + 1);
  const last = rows[SHOWN - 1];
  const position = rows.length > SHOWN && last ? [last.created_at.toISOString(), last.id] : null;
  return { shown: rows.slice(0, SHOWN).map(presentNote), next: linkAfter(call, 'notes', position) };
}

const operationOf: Readonly<Record<Part, string>> = { activities: 'listLeadActivities', notes: 'listLeadNotes' };

function linkAfter({ services, ids }: IncludeCall, part: Part, position: string[] | null): string | null {
  if (position === null) return null;
  const listing = { operationId: operationOf[part], ids, query: {} };
  return pageLink(services.keys.cursor, `${BASE_PATH}/leads/${ids.public_id}/${part}`, listing, position);
}
