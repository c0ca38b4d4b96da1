import type { Index } from '../../settings/records.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { calendar, type Day, firstOfMonth, parseDay, startOfDay } from '../../time-zone.ts';

export const groupings = ['source', 'owner', 'team', 'week', 'month', 'status'] as const;
export type GroupBy = (typeof groupings)[number];

/** How leads that have none are named in addresses. */
export const NONE = 'none';

export interface Group {
  /** As in addresses: a public id, a day, or `none`. */
  readonly key: string;
  readonly group: { public_id?: string; name: string };
  /** For the order of the list. */
  readonly order: number | string | null;
}

const indexOf = (settings: Settings, groupBy: GroupBy): Index<{ id: string; public_id: string; name: string }> | null =>
  ({
    source: settings.sources,
    owner: settings.memberships,
    team: settings.teams,
    status: settings.statuses,
    week: null,
    month: null,
  })[groupBy];

/** A group by the key that the database gave it. */
export function groupOf(settings: Settings, groupBy: GroupBy, key: string | null): Group {
  if (key === null) return { key: NONE, group: { name: `No ${groupBy}` }, order: null };
  const index = indexOf(settings, groupBy);
  if (index === null)
    return { key, group: { name: groupBy === 'month' ? key.slice(0, 7) : weekName(key) }, order: key };
  const record = index.byId.get(key);
  if (record === undefined) return { key: NONE, group: { name: 'Unknown' }, order: null };
  const { public_id, name } = record;
  const order = groupBy === 'status' ? [...index.byId.keys()].indexOf(key) : null;
  return { key: public_id, group: { public_id, name }, order };
}

/** ISO 8601: 2026-W46. */
function weekName(monday: string): string {
  const day = parseDay(monday) ?? 0;
  const { year } = calendar(day + 3); // a week belongs to the year of its Thursday
  const firstThursday = firstOfMonth(year, 1) + ((3 - calendar(firstOfMonth(year, 1)).weekday + 7) % 7);
  const week = 1 + Math.floor((day + 3 - firstThursday) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** What an address asks for: an internal id, nothing, or a span of time. Undefined: there is no such group. */
export function readGroup(
  settings: Settings,
  groupBy: GroupBy,
  key: string,
): { id: string | null } | { from: Date; before: Date } | undefined {
  const index = indexOf(settings, groupBy);
  if (index !== null) {
    const id = key === NONE ? null : index.byPublicId.get(key)?.id;
    return id === undefined ? undefined : { id };
  }
  const day = parseDay(key);
  const [first, next] = spanOf(groupBy, day ?? 0);
  if (day === null || day !== first) return undefined;
  const { timeZone } = settings.organization;
  const [from, before] = [startOfDay(first, timeZone), startOfDay(next, timeZone)];
  // At the ends of the calendar an instant has no four-digit year; no lead is that old or that young.
  return from.getUTCFullYear() < 1 || before.getUTCFullYear() > 9999 ? undefined : { from, before };
}

/** The first day of the week or month that a day is in, and that of the next one. */
function spanOf(groupBy: GroupBy, day: Day): [Day, Day] {
  const { year, month, weekday } = calendar(day);
  if (groupBy === 'week') return [day - weekday, day - weekday + 7];
  return [firstOfMonth(year, month), firstOfMonth(year, month + 1)];
}
