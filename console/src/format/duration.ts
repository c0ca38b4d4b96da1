import { useMemo } from 'react';
import { useLanguage, useTexts } from '../texts/texts.tsx';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 days": in the largest unit that it fills; "less than a minute" where it fills none. */
export function useDuration(): (seconds: number) => string {
  const [language] = useLanguage();
  const { lessThanAMinute } = useTexts().common;
  return useMemo(() => {
    const locale = language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN';
    const inUnit = (unit: string, value: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(value));
    return (seconds) => {
      if (seconds < MINUTE) return lessThanAMinute;
      if (seconds < HOUR) return inUnit('minute', seconds / MINUTE);
      if (seconds < DAY) return inUnit('hour', seconds / HOUR);
      return inUnit('day', seconds / DAY);
    };
  }, [language, lessThanAMinute]);
}
