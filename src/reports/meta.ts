import { BASE_PATH } from '../http/operation.ts';
import { Nullable, Shape, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import type { Cohort, ReportQuery } from './cohort.ts';

export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const link = (description: string) => Type.String({ description });

export const ReportMeta = Shape(
  {
    definition: Type.String({ description: 'What the figures mean' }),
    cohort_size: Type.Integer({ description: 'Leads in the cohort' }),
    from: Nullable(Timestamp('Leads created from here on; null: from the first')),
    to: Nullable(Timestamp('Leads created before; null: up to the last')),
    as_of: Timestamp('The moment the report looks back from'),
    unrecorded_changes: Type.Integer({
      description: 'Leads whose status is not that of their last recorded transition: it was changed by PATCH',
    }),
  },
  { title: 'ReportMeta' },
);

/** In the meta of what is counted or listed as it is now. */
export const replicaMeta = {
  as_of: Type.Optional(
    Timestamp('Only where a replica answers: what happened by then is taken into account, what came later perhaps not'),
  ),
};
export const replicaMetaOf = (knownUntil: Date | null) => knownUntil && { as_of: knownUntil.toISOString() };

export const metaOf = (definition: string, cohort: Cohort, size: number, unrecorded: number) => ({
  definition,
  cohort_size: size,
  from: cohort.from?.toISOString() ?? null,
  to: cohort.before?.toISOString() ?? null,
  as_of: cohort.asOf.toISOString(),
  unrecorded_changes: unrecorded,
});

/** The address that lists the leads behind a figure: the same cohort at the same moment, spelled out. */
export function leadsLink(query: ReportQuery, cohort: Cohort, figure: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams();
  const [from, to] = [cohort.from, cohort.before && new Date(cohort.before.getTime() - 1)];
  const range = from === null && to === null ? EVERYTHING : `${from?.toISOString() ?? ''}..${to?.toISOString() ?? ''}`;
  parameters.append('filter[created_at]', range);
  for (const name of ['filter[source]', 'filter[owner]', 'filter[team]']) {
    if (query[name] !== undefined) parameters.append(name, String(query[name]));
  }
  parameters.append('as_of', cohort.asOf.toISOString());
  for (const [name, value] of Object.entries(figure)) parameters.append(name, value);
  return `${BASE_PATH}/reports/leads?${parameters}`;
}

const EVERYTHING = '0001-01-01..';

/** Shares and ratios with six decimals; null where the divisor is 0. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6;

export const DAY_SECONDS = 86_400;

export const days = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round((seconds / DAY_SECONDS) * 1e6) / 1e6;

/** Seconds to the millisecond. */
export const seconds = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e3) / 1e3);

export const money = (value: number): number => Math.round(value * 100) / 100;
