import { useMe } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import { dayIn } from '../../format/zoned.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';
import type { Grouping } from './report-state.ts';

const MOMENT = /\d[Tt]\d/;

/** Periods of reports in words. */
export function usePeriodText() {
  const texts = useReportTexts();
  const format = useFormat();
  const { time_zone } = useMe().organization;
  const write = (end: string): string => (MOMENT.test(end) ? format.time(end) : format.day(end));
  return {
    /** Between two days or moments, both included. */
    between: (from: string, to: string): string => texts.range(write(from), write(to)),
    /** Between two moments, as the service answers them: the last is not included. */
    span: (from: string | null, to: string | null): string => {
      const last = to === null ? null : new Date(Date.parse(to) - 1).toISOString();
      const day = (at: string) => format.day(dayIn(at, time_zone));
      if (from === null) return last === null ? texts.ever : texts.until(day(last));
      return last === null ? texts.since(day(from)) : texts.range(day(from), day(last));
    },
  };
}

const monthFormat = (language: Language) =>
  new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });

/** What a group is called: weeks and months by the calendar, what has none in the person's language. */
export function useGroupName(grouping: Grouping): (key: string, name: string) => string {
  const texts = useReportTexts();
  const format = useFormat();
  const [language] = useLanguage();
  const month = monthFormat(language);
  return (key, name) => {
    if (key === 'none') return texts.without[grouping];
    const isDay = /^\d{4}-\d\d-\d\d$/.test(key);
    if (grouping === 'month' && isDay) return month.format(new Date(key));
    return grouping === 'week' && isDay ? texts.weekFrom(format.day(key)) : name;
  };
}
