import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../../api/query-client.ts';
import { type CreateOf, changeRecord, createRecord, recordQuery, type Seen } from '../../../api/settings.ts';
import type { Webhook, WebhookWithSecret } from '../../../api/webhooks.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { EventChoice } from './event-choice.tsx';

const fieldsOf = (webhook: Webhook | null) => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? (['*'] as Webhook['events']),
  description: webhook?.description ?? '',
  active: webhook?.active ?? true,
});
type Fields = ReturnType<typeof fieldsOf>;

const bodyOf = <Draft extends Partial<Fields>>({ description, ...rest }: Draft) => ({
  ...rest,
  ...(description !== undefined && { description: description.trim() || null }),
});

interface WebhookFormProps {
  seen: Seen<Webhook> | null;
  /** Told the secret of one that was made. */
  onSecret?: (id: string, secret: string) => void;
}

export function WebhookForm({ seen, onSecret }: WebhookFormProps) {
  const texts = useWebhookTexts();
  const navigate = useNavigate();
  const keyFor = useRequestKey();
  const id = seen?.record.public_id;
  const labels: Record<string, string> = {
    url: texts.url,
    events: texts.events.title,
    description: texts.description,
    active: texts.active,
  };
  const form = useRecordForm({
    seen,
    fieldsOf,
    save: async (changed, all, etag) => {
      if (id !== undefined) return changeRecord('webhooks', id, bodyOf(changed), etag);
      const body = bodyOf(all) as CreateOf<'webhooks'>;
      const made = await createRecord('webhooks', body, keyFor(body));
      onSecret?.(made.public_id, (made as WebhookWithSecret).secret);
      return { record: made, etag: null };
    },
    reread: () => queryClient.fetchQuery(recordQuery('webhooks', id ?? '')),
    onSaved: (saved) => {
      if (id !== undefined || saved === null) return;
      void navigate({ to: '/settings/webhooks/$record', params: { record: saved.record.public_id }, replace: true });
    },
    labelOf: (field) => labels[field] ?? field,
    wordsOf: {
      events: (events) => events.map((type) => (type === '*' ? texts.events.all : (texts.events.names[type] ?? type))),
    },
  });
  const { values, set, errorsOf, errorsWithin } = form;
  const isMoved = seen !== null && values.url.trim() !== seen.record.url;
  return (
    <RecordForm form={form} {...(seen === null && { submit: texts.create })}>
      <TextField
        label={texts.url}
        hint={isMoved ? `${texts.urlHint} ${texts.urlChanged}` : texts.urlHint}
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.in/leadline"
        maxLength={2_000}
        value={values.url}
        errors={errorsOf('url')}
        onChange={(event) => set('url', event.target.value)}
      />
      <EventChoice
        chosen={values.events}
        errors={errorsWithin('events')}
        onChange={(events) => set('events', events)}
      />
      <TextField
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={2_000}
        value={values.description}
        errors={errorsOf('description')}
        onChange={(event) => set('description', event.target.value)}
      />
      <CheckboxField
        label={texts.active}
        hint={texts.activeHint}
        checked={values.active}
        onChange={(event) => set('active', event.target.checked)}
      />
    </RecordForm>
  );
}
