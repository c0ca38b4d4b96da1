import { textsSection } from './section.ts';

export const useTokenTexts = textsSection({
  en: async () => (await import('./en/tokens.ts')).tokens,
  hi: async () => (await import('./hi/tokens.ts')).tokens,
});
