import { textsSection } from './section.ts';

export const useFieldsTexts = textsSection({
  en: async () => (await import('./en/fields.ts')).fields,
  hi: async () => (await import('./hi/fields.ts')).fields,
});
