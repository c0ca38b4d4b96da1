import { textsSection } from './section.ts';

export const useConditionTexts = textsSection({
  en: async () => (await import('./en/conditions.ts')).conditions,
  hi: async () => (await import('./hi/conditions.ts')).conditions,
});
