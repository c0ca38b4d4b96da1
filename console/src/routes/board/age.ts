import { useMemo } from 'react';
import { MINUTE_MS, useNow } from '../../format/now.ts';
import { useLanguage } from '../../texts/texts.tsx';

const steps = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How long ago, in its largest unit: "3 days"; null for less than a minute. It changes by itself. */
export function useAge(): (since: string) => string | null {
  const [language] = useLanguage();
  const now = useNow();
  return useMemo(() => {
    const locale = language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN';
    const units = steps.map(([unit, minutes]) => {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
      return { format, minutes };
    });
    return (since) => {
      // The clock of the page may lag behind what came in since it was looked at.
      const minutes = Math.floor(Math.max(0, now - Date.parse(since)) / MINUTE_MS);
      const unit = units.find((one) => minutes >= one.minutes);
      return unit === undefined ? null : unit.format.format(Math.floor(minutes / unit.minutes));
    };
  }, [language, now]);
}
