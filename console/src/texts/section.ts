import { use } from 'react';
import { type Language, useLanguage } from './texts.tsx';

/** Texts of screens that few people open: they are loaded with the screen, not with the console. */
export function textsSection<Section>(loaders: Record<Language, () => Promise<Section>>): () => Section {
  const loads = new Map<Language, Promise<Section>>();
  const load = (language: Language): Promise<Section> => {
    const known = loads.get(language);
    if (known !== undefined) return known;
    const loading = loaders[language]();
    loads.set(language, loading);
    loading.catch(() => loads.delete(language));
    return loading;
  };
  return () => use(load(useLanguage()[0]));
}
