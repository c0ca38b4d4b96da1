import { textsSection } from './section.ts';

export const usePipelineTexts = textsSection({
  en: async () => (await import('./en/pipeline.ts')).pipeline,
  hi: async () => (await import('./hi/pipeline.ts')).pipeline,
});
