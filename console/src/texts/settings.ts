import { textsSection } from './section.ts';

export const useSettingsTexts = textsSection({
  en: async () => (await import('./en/settings.ts')).settings,
  hi: async () => (await import('./hi/settings.ts')).settings,
});
