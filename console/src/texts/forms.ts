import { textsSection } from './section.ts';

export const useFormTexts = textsSection({
  en: async () => (await import('./en/forms.ts')).forms,
  hi: async () => (await import('./hi/forms.ts')).forms,
});
