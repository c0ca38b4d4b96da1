import type { Actor } from '../access/actor.ts';
import { type DateRange, parseDateRange } from '../date-range.ts';
import type { Sql } from '../db/sql.ts';
import { invalid, readAll } from '../problems.ts';
import { isPublicId } from '../public-id.ts';
import type { Settings } from '../settings/snapshot.ts';
import { findLeadId } from './queries.ts';
import { type EventFilter, type EventType, eventTypes, isEventType } from './types.ts';

export interface EventFilterQuery {
  readonly 'filter[type]'?: string;
  readonly 'filter[lead]'?: string;
  readonly 'filter[occurred_at]'?: string;
}

/** What can be read without the database. Throws all that is wrong with it. */
export function readOwnFilter(settings: Settings, query: EventFilterQuery): Omit<EventFilter, 'leadId'> {
  const [types, occurred] = readAll(
    () => readTypes(query),
    () => readOccurred(settings, query),
  );
  return { types, occurred };
}

/** Null: nothing can match. */
export async function readFilter(
  sql: Sql,
  settings: Settings,
  actor: Actor,
  query: EventFilterQuery,
): Promise<EventFilter | null> {
  const filter = { ...readOwnFilter(settings, query), leadId: null };
  const lead = query['filter[lead]'];
  if (lead === undefined) return filter;
  // PostgreSQL refuses NUL: what is no id is not looked for.
  const leadId = isPublicId('lead', lead) ? await findLeadId(sql, actor, lead) : null;
  return leadId === null ? null : { ...filter, leadId };
}

function readTypes({ 'filter[type]': text }: EventFilterQuery): EventType[] | null {
  if (text === undefined) return null;
  const types = text.split(',').map((type) => type.trim());
  if (types.every(isEventType)) return [...new Set(types)];
  throw invalid({ 'filter[type]': [`must be types, separated by commas: ${eventTypes.join(', ')}`] });
}

function readOccurred(settings: Settings, { 'filter[occurred_at]': text }: EventFilterQuery): DateRange | null {
  if (text === undefined) return null;
  const range = parseDateRange(text, settings.organization.timeZone, new Date());
  if (typeof range === 'string') throw invalid({ 'filter[occurred_at]': [range] });
  return range;
}
