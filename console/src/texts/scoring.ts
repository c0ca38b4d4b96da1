import { textsSection } from './section.ts';

export const useScoringTexts = textsSection({
  en: async () => (await import('./en/scoring.ts')).scoring,
  hi: async () => (await import('./hi/scoring.ts')).scoring,
});
