import { textsSection } from './section.ts';

export const useWebhookTexts = textsSection({
  en: async () => (await import('./en/webhooks.ts')).webhooks,
  hi: async () => (await import('./hi/webhooks.ts')).webhooks,
});
