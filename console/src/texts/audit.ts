import { textsSection } from './section.ts';

export const useAuditTexts = textsSection({
  en: async () => (await import('./en/audit.ts')).audit,
  hi: async () => (await import('./hi/audit.ts')).audit,
});
