import { useMemo } from 'react';
import { type Format, useFormat } from '../../format/format.ts';
import { useSpan } from '../../format/span.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** What a number is: how it is written, and how a change of it is said. */
export type Kind = 'count' | 'decimal' | 'share' | 'money' | 'span';

/** One number of a report with the address of its leads. Null: not known, as nothing can be divided. */
export interface FigureValue {
  value: number | null;
  link?: string | undefined;
}

export const DAY_SECONDS = 86_400;
export const inSeconds = (days: number | null): number | null => (days === null ? null : days * DAY_SECONDS);

const localeOf = (language: Language): string => (language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN');

/** Writes the figures of reports, and how they changed. */
export function useFigures() {
  const format = useFormat();
  const span = useSpan();
  const texts = useReportTexts();
  const [language] = useLanguage();
  return useMemo(() => figuresOf(format, span, texts, localeOf(language)), [format, span, texts, language]);
}

export type Figures = ReturnType<typeof figuresOf>;

function figuresOf(
  format: Format,
  span: (seconds: number) => string,
  { change }: ReturnType<typeof useReportTexts>,
  locale: string,
) {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const write = (value: number | null, kind: Kind): string => {
    if (value === null) return '–';
    switch (kind) {
      case 'count':
        return format.number(value);
      case 'decimal':
        return decimal.format(value);
      case 'share':
        return percent.format(value);
      case 'money':
        return format.money(Math.round(value));
      case 'span':
        return span(value);
    }
  };
  /** In words: "12 more". What is written alike is the same. */
  const changed = (now: number, before: number, kind: Kind): string => {
    const by = Math.abs(now - before);
    const isMore = now > before;
    if (write(now, kind) === write(before, kind)) return change.same;
    switch (kind) {
      case 'share': {
        const points = decimal.format(by * 100);
        const text = change.points(points, points === '1');
        return isMore ? change.more(text) : change.less(text);
      }
      case 'span':
        return isMore ? change.longer(span(by)) : change.shorter(span(by));
      case 'count':
      case 'decimal':
        return isMore ? change.more(write(by, kind)) : change.fewer(write(by, kind));
      default:
        return isMore ? change.more(write(by, kind)) : change.less(write(by, kind));
    }
  };
  return { write, changed };
}
