import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../api/problems.ts';
import { type Delivery, redeliver, type Webhook } from '../../../api/webhooks.ts';
import { useFormat } from '../../../format/format.ts';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

const tones = { pending: 'info', succeeded: 'good', failed: 'danger' } as const;

/** One event that was sent, or is to be: what became of each attempt, and when the next one is. */
export function DeliveryItem({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const texts = useTexts();
  const { deliveries: words, events } = useWebhookTexts();
  const format = useFormat();
  const keyFor = useRequestKey();
  const answered = useRef(0);
  const [busy, setBusy] = useState(false);
  const event = events.names[delivery.event.type] ?? delivery.event.type;
  const count = delivery.attempts.length;
  const again = async () => {
    setBusy(true);
    try {
      await redeliver(webhook.public_id, delivery.public_id, keyFor(answered.current));
      answered.current += 1;
      toast({ title: words.queued });
    } catch (problem) {
      toast({ kind: 'problem', title: sentenceOf(problem, texts) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{event}</span>
        <Badge tone={tones[delivery.status]}>{words.statuses[delivery.status]}</Badge>
        <time dateTime={delivery.created_at} className="text-ink-soft">
          {format.time(delivery.created_at)}
        </time>
        <span className="grow" />
        {delivery.lead === null ? (
          <span className="text-ink-soft">{words.erased}</span>
        ) : (
          <Link
            to="/leads/$leadId"
            params={{ leadId: delivery.lead.public_id }}
            aria-label={words.leadOf(event)}
            className="tap inline-flex items-center py-0.5 text-accent hover:underline"
          >
            {words.lead}
          </Link>
        )}
        <Button
          busy={busy}
          disabled={!webhook.active}
          icon={<RotateCcw className="size-4" aria-hidden="true" />}
          aria-label={words.againOf(event)}
          onClick={() => void again()}
        >
          {words.again}
        </Button>
      </div>
      {delivery.next_attempt_at !== null && (
        <p className="text-xs text-ink-soft">{words.next(format.time(delivery.next_attempt_at))}</p>
      )}
      {count === 0 ? (
        <p className="text-xs text-ink-soft">{words.noAttempt}</p>
      ) : (
        <details>
          <summary className="tap w-fit rounded-sm py-1 text-xs text-ink-soft">
            {words.attempts(format.number(count), count === 1)}
          </summary>
          <Attempts delivery={delivery} event={event} />
        </details>
      )}
    </li>
  );
}

function Attempts({ delivery, event }: { delivery: Delivery; event: string }) {
  const { deliveries: words, errors } = useWebhookTexts();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled table must be reachable by keyboard
    <section aria-label={words.attemptsOf(event)} tabIndex={0} className="overflow-x-auto py-1">
      <table className="w-full min-w-80 text-left text-xs">
        <thead className="text-ink-soft">
          <tr>
            <th className="py-1 pr-3 font-medium">{words.at}</th>
            <th className="py-1 pr-3 font-medium">{words.answer}</th>
            <th className="py-1 font-medium">{words.duration}</th>
          </tr>
        </thead>
        <tbody>
          {delivery.attempts.map(({ at, status, duration_ms, error }) => (
            <tr key={at} className="border-t border-line align-top">
              <td className="py-1 pr-3 whitespace-nowrap">
                <time dateTime={at} title={at}>
                  {format.time(at)}
                </time>
              </td>
              <td className="py-1 pr-3 break-words">
                {[status ?? (error === null ? words.noAnswer : null), error && (errors[error] ?? error)]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </td>
              <td className="py-1 whitespace-nowrap">{words.ms(format.number(duration_ms))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
