import { textsSection } from './section.ts';

export const useOrganizationTexts = textsSection({
  en: async () => (await import('./en/organization.ts')).organization,
  hi: async () => (await import('./hi/organization.ts')).organization,
});
