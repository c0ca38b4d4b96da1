import { textsSection } from './section.ts';

export const usePeopleTexts = textsSection({
  en: async () => (await import('./en/people.ts')).people,
  hi: async () => (await import('./hi/people.ts')).people,
});
