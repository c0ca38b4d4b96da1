import { parseRanges } from '../http/accept.ts';

export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);

/** The language that an Accept-Language header prefers among ours; English where it names none of them. */
export function chooseLanguage(header = ''): Language {
  const wanted = parseRanges(header)
    .filter(([, quality]) => quality > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag.split('-', 1)[0]);
  const found = wanted.find((language) => isLanguage(language) || language === '*');
  return isLanguage(found) ? found : 'en';
}
