import { textsSection } from './section.ts';

export const useReportTexts = textsSection({
  en: async () => (await import('./en/reports.ts')).reports,
  hi: async () => (await import('./hi/reports.ts')).reports,
});
