import { useMemo } from 'react';
import { useLanguage } from '../texts/texts.tsx';

const HOUR = 3_600;
const DAY = 86_400;
const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', HOUR],
  ['day', DAY],
] as const;

/** "3.2 days": measured times, finer than `useDuration`. */
export function useSpan(): (seconds: number) => string {
  const [language] = useLanguage();
  return useMemo(() => {
    const locale = language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN';
    const formats = new Map(
      units.map(([unit]) => [
        unit,
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
      ]),
    );
    return (seconds) => {
      const [unit, length] = unitOf(seconds);
      return formats.get(unit)?.format(seconds / length) ?? '';
    };
  }, [language]);
}

/** The largest unit of which there are at least two, or exactly one; else the smallest. */
const unitOf = (seconds: number) =>
  units.findLast(([, length]) => seconds >= 2 * length || seconds === length) ?? units[0];

const steps = [60, 300, 900, 1_800, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 5 * DAY, 10 * DAY, 20 * DAY];

/** Round times from 0 to the longest, for an axis: minutes, hours or days. */
export function spanTicks(most: number, count: number): number[] {
  let step = steps.find((one) => most / one <= count) ?? 50 * DAY;
  while (most / step > count) step *= 2;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
}
