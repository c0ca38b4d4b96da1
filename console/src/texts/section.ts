import { use } from 'react';
import { currentLanguage, type Language, useLanguage } from './texts.tsx';

/** Of the sections whose code is there, each loads its texts once. */
const sections: ((language: Language) => unknown)[] = [];

/** Texts of screens that few people open: they are loaded with the screen, not with the console. */
export function textsSection<Section>(loaders: Record<Language, () => Promise<Section>>): () => Section {
  const loads = new Map<Language, Promise<Section>>();
  const loaded = new Map<Language, Section>();
  const load = (language: Language): Promise<Section> => {
    const known = loads.get(language);
    if (known !== undefined) return known;
    const loading = loaders[language]();
    loads.set(language, loading);
    loading.then(
      (section) => loaded.set(language, section),
      () => loads.delete(language),
    );
    return loading;
  };
  sections.push(load);
  return () => {
    const [language] = useLanguage();
    return loaded.get(language) ?? use(load(language));
  };
}

/** Loads the texts of the code that is there, so that its screens are shown without waiting again. */
export const loadSections = (): Promise<unknown> =>
  Promise.allSettled(sections.map((texts) => texts(currentLanguage())));
