export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

const MOST_RANGES = 50;

/** The language that an Accept-Language header prefers among ours; English where it names none of them. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',', MOST_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: tag.split('-', 1)[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const found = wanted.find(({ language }) => isLanguage(language) || language === '*')?.language;
  return isLanguage(found) ? found : 'en';
}

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);
