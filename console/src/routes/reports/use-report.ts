import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { type Asked, type ReportName, type Reports, reportQuery } from '../../api/reports.ts';
import { type Period, previousPeriod } from './previous-period.ts';
import { askedFor, type ReportState } from './report-state.ts';

/** A report, and then what it is compared with: the service computes one report of an organization at a time. */
export function useReport<Name extends ReportName>(name: Name, state: ReportState) {
  const { time_zone } = useMe().organization;
  const asked = askedFor(name, state);
  const current = useQuery(reportQuery(name, asked));
  const { data, dataUpdatedAt, isPlaceholderData } = current;
  const known = isPlaceholderData ? undefined : data;
  const compared = comparedWith(known, { asked, name, state, dataUpdatedAt, timeZone: time_zone });
  const before = useQuery({ ...reportQuery(name, compared?.asked ?? asked), enabled: compared !== null });
  const isCompared = compared !== null && before.data !== undefined && !before.isPlaceholderData;
  return {
    current,
    before,
    period: compared?.period ?? null,
    /** Asked for, but there is no period before. */
    cannotCompare: state.comparison !== 'none' && known !== undefined && compared === null,
    /** Null unless it is asked for and there. */
    beforeData: isCompared ? (before.data as Reports[Name]) : null,
  };
}

interface Comparing {
  asked: Asked;
  name: ReportName;
  state: ReportState;
  dataUpdatedAt: number;
  timeZone: string;
}

function comparedWith(
  known: Reports[ReportName] | undefined,
  { asked, name, state, dataUpdatedAt, timeZone }: Comparing,
): { asked: Asked; period: Period } | null {
  if (state.comparison === 'none' || known === undefined) return null;
  const { from, to } = known.meta;
  const asOf = 'as_of' in known.meta ? known.meta.as_of : new Date(dataUpdatedAt).toISOString();
  const period = previousPeriod({ asked: state.period, from, to, asOf }, timeZone);
  if (period === null) return null;
  const isSameAge = state.comparison === 'same_age' && name !== 'distribution';
  return { period, asked: { ...asked, created_at: period.range, ...(isSameAge && { as_of: period.sameAgeAt }) } };
}
