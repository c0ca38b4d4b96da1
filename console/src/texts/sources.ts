import { textsSection } from './section.ts';

export const useSourcesTexts = textsSection({
  en: async () => (await import('./en/sources.ts')).sources,
  hi: async () => (await import('./hi/sources.ts')).sources,
});
