import type { Webhook } from '../../../api/webhooks.ts';
import { type Format, useFormat } from '../../../format/format.ts';
import type { webhooks } from '../../../texts/en/webhooks.ts';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { Badge } from '../../../ui/badge.tsx';

type WebhookTexts = typeof webhooks;

type State = keyof WebhookTexts['states'];

export function stateOf({ active, failing_since, disabled_reason }: Webhook): State {
  if (!active) return disabled_reason === null ? 'paused' : 'disabled';
  return failing_since === null ? 'active' : 'failing';
}

const tones = { active: 'good', failing: 'warn', paused: 'plain', disabled: 'danger' } as const;

export function StateBadge({ webhook }: { webhook: Webhook }) {
  const { states } = useWebhookTexts();
  const state = stateOf(webhook);
  return <Badge tone={tones[state]}>{states[state]}</Badge>;
}

/** What is wrong with it, in words; null if nothing is. */
export function useTrouble(): (webhook: Webhook) => string | null {
  const texts = useWebhookTexts();
  const format = useFormat();
  return (webhook) => {
    const state = stateOf(webhook);
    if (state === 'disabled') return reasonOf(webhook.disabled_reason ?? '', texts, format);
    return state === 'failing' && webhook.failing_since !== null
      ? texts.failingSince(format.time(webhook.failing_since))
      : null;
  };
}

/** The service gives its reasons in English; those that are known are said in the person's language. */
function reasonOf(reason: string, { reasons }: WebhookTexts, format: Format): string {
  if (/\b410\b/.test(reason)) return reasons.gone;
  const since = /failed since (\S+?),/.exec(reason)?.[1];
  return since === undefined ? reason : reasons.failed(format.time(since));
}

export function useEventNames(): (events: readonly string[]) => string {
  const { allEvents, events: texts } = useWebhookTexts();
  return (events) => (events.includes('*') ? allEvents : events.map((type) => texts.names[type] ?? type).join(', '));
}
