import { useMe } from '../api/me.ts';
import { type Language, useLanguage, useTexts } from '../texts/texts.tsx';

/** India's grouping (lakh, crore) in both languages; digits stay Latin, as people type them. */
const locales: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Conventions {
  language: Language;
  timeZone: string;
  currency: string;
  unnamed: string;
}

function formatOf({ language, timeZone, currency, unnamed }: Conventions) {
  const locale = locales[language];
  const number = new Intl.NumberFormat(locale);
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  });
  const short = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const clock = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  return {
    number: (value: number) => number.format(value),
    /** Of a custom field: with all its decimals. */
    value: (value: number) => exact.format(value),
    money: (value: number | null) => (value === null ? '' : money.format(value)),
    /** For heads of columns: ₹12.5L. */
    shortMoney: (value: number) => short.format(value),
    date: (at: string) => date.format(new Date(at)),
    /** A day that is no moment: 2026-01-31. What is no day stays as it is. */
    day: (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? day.format(new Date(text)) : text),
    time: (at: string) => time.format(new Date(at)),
    clock: (at: string) => clock.format(new Date(at)),
    /** "3 days ago". */
    ago(at: string, now = Date.now()): string {
      const seconds = Math.round((new Date(at).getTime() - now) / 1_000);
      const size = Math.abs(seconds);
      if (size < MINUTE) return ago.format(0, 'second');
      if (size < HOUR) return ago.format(Math.round(seconds / MINUTE), 'minute');
      if (size < DAY) return ago.format(Math.round(seconds / HOUR), 'hour');
      if (size < 60 * DAY) return ago.format(Math.round(seconds / DAY), 'day');
      return date.format(new Date(at));
    },
    phone: formatPhone,
    name: (contact: {
      first_name: string | null;
      last_name: string | null;
      phone: string | null;
      email: string | null;
    }) =>
      [contact.first_name, contact.last_name].filter(Boolean).join(' ') ||
      (contact.phone === null ? (contact.email ?? unnamed) : formatPhone(contact.phone)),
  };
}

/** Of the last conventions: making it takes longer than drawing a row, and each row asks for it. */
let made: { key: string; format: Format } | undefined;

/** Money, numbers and times as the organization writes them. */
export function useFormat(): Format {
  const { organization } = useMe();
  const [language] = useLanguage();
  const { common } = useTexts();
  const { time_zone: timeZone, currency } = organization;
  const conventions = { language, timeZone, currency, unnamed: common.unnamed };
  const key = Object.values(conventions).join(' ');
  if (made?.key !== key) made = { key, format: formatOf(conventions) };
  return made.format;
}

export type Format = ReturnType<typeof formatOf>;

/** +919876543210 as people read it: +91 98765 43210. */
export const formatPhone = (phone: string): string => phone.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');
