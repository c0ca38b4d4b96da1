import { parseDateRange } from '../date-range.ts';
import { Type } from '../http/type.ts';
import { ids, internalIds, type OwnerFilter, ownerFilter, readOwners } from '../leads/listing/filter.ts';
import { type FieldErrors, faultsOf, invalid } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import { parseInstant } from '../time.ts';

const DEFAULT_RANGE = 'last_30_days';

/** What every report can be asked for. */
export const cohortParameters = {
  'filter[created_at]': Type.Optional(
    Type.String({
      maxLength: 100,
      description: `The cohort: leads created in this range, written as in the list of leads; \`${DEFAULT_RANGE}\` unless set`,
      examples: [DEFAULT_RANGE],
    }),
  ),
  'filter[source]': ids('Source public id, or several separated by commas'),
  ...ownerFilter,
  'filter[team]': ids('Team public id, or several separated by commas'),
  as_of: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'What had been recorded by then; now unless set. With it a report can be repeated',
      examples: ['2026-01-31T09:30:00.000Z'],
    }),
  ),
};

/** The leads that a report is about, and the moment it looks back from. */
export interface Cohort extends Readonly<OwnerFilter> {
  readonly from: Date | null;
  readonly before: Date | null;
  readonly asOf: Date;
  /** Nothing recorded so far is left out. */
  readonly isNow: boolean;
  readonly sourceIds: readonly string[] | null;
  readonly teamIds: readonly string[] | null;
}

export type ReportQuery = { readonly [name: string]: string | number | undefined };

/** `knownUntil`: a replica may not know yet what has just happened. */
export function readCohort(settings: Settings, query: ReportQuery, knownUntil?: Date): Cohort {
  const now = new Date();
  const text = String(query['filter[created_at]'] ?? DEFAULT_RANGE);
  const range = parseDateRange(text, settings.organization.timeZone, now);
  const asOf = query.as_of === undefined ? now : parseInstant(String(query.as_of));
  const isAsOfFaulty = asOf === null || asOf > now;
  if (typeof range === 'string' || isAsOfFaulty) {
    throw invalid({
      ...(typeof range === 'string' && { 'filter[created_at]': [range] }),
      ...(isAsOfFaulty && { as_of: ['must be a time that is not in the future'] }),
    });
  }
  const isBehind = knownUntil !== undefined && knownUntil < asOf;
  return {
    ...range,
    asOf: isBehind ? knownUntil : asOf,
    isNow: query.as_of === undefined && !isBehind,
    sourceIds: internalIds(query['filter[source]'], settings.sources),
    ...readOwners(settings, query),
    teamIds: internalIds(query['filter[team]'], settings.teams),
  };
}

export const cohortFaults = (query: ReportQuery, settings: Settings): FieldErrors =>
  faultsOf(() => readCohort(settings, query));
