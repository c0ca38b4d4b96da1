import { useEffect, useRef } from 'react';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

/** The secret, this once, with what it is for. */
export function SecretCard({ secret, onKept }: { secret: string; onKept: () => void }) {
  const { secret: texts } = useWebhookTexts();
  const { onceOnly } = useSettingsTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (secret !== '') heading.current?.focus();
  }, [secret]);
  return (
    <section
      aria-labelledby="secret"
      className="flex flex-col gap-3 rounded-lg border-2 border-accent bg-surface p-4 shadow-raised"
    >
      <h2 id="secret" ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {texts.title}
      </h2>
      <p>{texts.why}</p>
      <CopyField label={texts.label} hint={onceOnly} value={secret} />
      <p className="text-xs break-words text-ink-soft">{texts.how}</p>
      <div>
        <Button onClick={onKept}>{texts.done}</Button>
      </div>
    </section>
  );
}
