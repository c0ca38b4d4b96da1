import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { sentences as forPeople } from './en/faults.ts';
import type { en } from './en/index.ts';
import { sayIn } from './said.ts';

/** Every text of the console in one language. English has the shape that the others must have. */
export type Texts = typeof en;

export const languages = { en: 'English', hi: 'हिन्दी' } as const;
export type Language = keyof typeof languages;

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en/index.ts')).en,
  hi: async () => (await import('./hi/index.ts')).hi,
};

/** What the service says itself, which is needed only once it refuses something. */
const said = { en: async () => ({ sentences: forPeople, hints: {} }), hi: () => import('./hi/faults.ts') };

const KEY = 'leadline.language';
const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text);

function chosenLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return wanted ?? 'en';
}

interface Loaded {
  language: Language;
  texts: Texts;
}

let current: Language = 'en';
/** The language that was chosen last. In a component, `useLanguage` tells what is shown. */
export const currentLanguage = (): Language => current;

export async function loadTexts(language: Language = chosenLanguage()): Promise<Loaded> {
  current = language;
  said[language]().then(sayIn, () => sayIn(null)); // nobody waits for it: until then it is English
  return { language, texts: await loaders[language]() };
}

const Current = createContext<(Loaded & { choose: (language: Language) => void }) | null>(null);

export function TextsProvider({ initial, children }: { initial: Loaded; children: ReactNode }) {
  const [loaded, setLoaded] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = loaded.language;
  }, [loaded]);
  const value = useMemo(() => {
    const choose = async (language: Language) => {
      localStorage.setItem(KEY, language);
      setLoaded(await loadTexts(language));
    };
    return { ...loaded, choose };
  }, [loaded]);
  return <Current value={value}>{children}</Current>;
}

function useCurrent() {
  const current = useContext(Current);
  if (current === null) throw new Error('there are no texts here');
  return current;
}

export const useTexts = (): Texts => useCurrent().texts;

export function useLanguage(): readonly [Language, (language: Language) => void] {
  const { language, choose } = useCurrent();
  return [language, choose];
}
