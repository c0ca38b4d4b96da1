import { useId } from 'react';
import type { Webhook } from '../../../api/webhooks.ts';
import { useWebhookTexts } from '../../../texts/webhooks.ts';

type Events = Webhook['events'];
type EventType = Exclude<Events[number], '*'>;

interface EventChoiceProps {
  chosen: Events;
  errors: readonly string[];
  onChange: (events: Events) => void;
}

/** Which events are sent: all, also those to come, or some, each with what it means. */
export function EventChoice({ chosen, errors, onChange }: EventChoiceProps) {
  const { events: texts } = useWebhookTexts();
  const id = useId();
  const isAll = chosen.includes('*');
  const types = Object.keys(texts.hints) as EventType[];
  const toggle = (type: EventType, isOn: boolean) =>
    onChange(types.filter((one) => (one === type ? isOn : chosen.includes(one))));
  const wrong = !isAll && chosen.length === 0 ? [texts.none] : errors;
  return (
    <fieldset aria-describedby={wrong.length > 0 ? `${id}-errors` : undefined} className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 text-sm font-medium">{texts.title}</legend>
      <label className="tap flex items-center gap-2 py-0.5">
        <input
          type="radio"
          name={id}
          checked={isAll}
          onChange={() => onChange(['*'])}
          className="size-4 shrink-0 accent-accent"
        />
        {texts.all}
      </label>
      <label className="tap flex items-center gap-2 py-0.5">
        <input
          type="radio"
          name={id}
          checked={!isAll}
          onChange={() => onChange(['lead.created'])}
          className="size-4 shrink-0 accent-accent"
        />
        {texts.some}
      </label>
      {!isAll && (
        <div className="grid gap-x-4 gap-y-1 pl-6 sm:grid-cols-2">
          {types.map((type) => (
            <label key={type} className="tap flex items-start gap-2 rounded-sm py-1">
              <input
                type="checkbox"
                aria-describedby={`${id}-${type}`}
                aria-label={texts.names[type]}
                checked={chosen.includes(type)}
                onChange={(event) => toggle(type, event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="block">{texts.names[type]}</span>
                <span id={`${id}-${type}`} className="block text-xs text-ink-soft">
                  {texts.hints[type]}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
      {wrong.length > 0 && (
        <p id={`${id}-errors`} className="text-xs text-danger">
          {wrong.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
