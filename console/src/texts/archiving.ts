import { textsSection } from './section.ts';

export const useArchivingTexts = textsSection({
  en: async () => (await import('./en/archiving.ts')).archiving,
  hi: async () => (await import('./hi/archiving.ts')).archiving,
});
