import { textsSection } from './section.ts';

export const useDistributionTexts = textsSection({
  en: async () => (await import('./en/distribution.ts')).distribution,
  hi: async () => (await import('./hi/distribution.ts')).distribution,
});
