import { textsSection } from './section.ts';

export const useWelcomeTexts = textsSection({
  en: async () => (await import('./en/welcome.ts')).welcome,
  hi: async () => (await import('./hi/welcome.ts')).welcome,
});
