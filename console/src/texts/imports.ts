import { textsSection } from './section.ts';

export const useImportTexts = textsSection({
  en: async () => (await import('./en/imports.ts')).imports,
  hi: async () => (await import('./hi/imports.ts')).imports,
});
