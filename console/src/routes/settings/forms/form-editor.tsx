import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../../api/query-client.ts';
import {
  type CreateOf,
  changeRecord,
  createRecord,
  recordQuery,
  recordsQuery,
  type Seen,
} from '../../../api/settings.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { SettingsCard, SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { type FieldDraft, type Form, visibleWords } from './asked.ts';
import { FieldList, useFieldName } from './field-list.tsx';
import { FormWarnings } from './form-warnings.tsx';
import { Origins } from './origins.tsx';
import { FormPreview } from './preview.tsx';
import { ShareCard } from './share-card.tsx';
import { useOrigins } from './use-origins.ts';

const DEFAULT_MESSAGE = visibleWords.en.success;

const firstFields: FieldDraft[] = [
  { field: 'first_name', label: null, required: false },
  { field: 'phone', label: null, required: true },
];

const fieldsOf = (form: Form | null) => ({
  name: form?.name ?? '',
  fields: form?.fields ?? firstFields,
  source: form?.source?.public_id ?? '',
  allowed_origins: form?.allowed_origins ?? [],
  // The default message is none: visitors read it in their own language.
  success_message: form === null || form.success_message === DEFAULT_MESSAGE ? '' : form.success_message,
  active: form?.active ?? true,
});

export type FormDraft = ReturnType<typeof fieldsOf>;

/** As the service takes it: empty texts are none. */
const bodyOf = <Draft extends Partial<FormDraft>>({ fields, source, success_message, ...rest }: Draft) => ({
  ...rest,
  ...(fields && { fields: fields.map(({ label, ...field }) => ({ ...field, label: label?.trim() || null })) }),
  ...(source !== undefined && { source: source || null }),
  ...(success_message !== undefined && { success_message: success_message.trim() || null }),
});

/** The builder: what the form asks on the left, how visitors see it on the right. */
export function FormEditor({ seen }: { seen: Seen<Form> | null }) {
  const texts = useFormTexts();
  const navigate = useNavigate();
  const [language] = useLanguage();
  const keyFor = useRequestKey();
  const { data: sources } = useSuspenseQuery(recordsQuery('sources'));
  const { data: customFields } = useSuspenseQuery(recordsQuery('custom-fields'));
  const labels: Record<string, string> = {
    name: texts.name,
    fields: texts.fields.title,
    source: texts.sourceLabel,
    allowed_origins: texts.origins.title,
    success_message: texts.message,
    active: texts.activeLabel,
  };
  const id = seen?.record.public_id;
  const nameOf = useFieldName(customFields);
  const form = useRecordForm({
    seen,
    fieldsOf,
    save: async (changed, all, etag) => {
      if (id !== undefined) return changeRecord('forms', id, bodyOf(changed), etag);
      const body = bodyOf(all) as CreateOf<'forms'>;
      const record = await createRecord('forms', body, keyFor(body));
      return { record, etag: null };
    },
    reread: () => queryClient.fetchQuery(recordQuery('forms', id ?? '')),
    onSaved: (saved) => {
      if (id !== undefined || saved === null) return;
      const { public_id } = saved.record;
      void navigate({ to: '/settings/forms/$record', params: { record: public_id }, hash: 'share', replace: true });
    },
    labelOf: (field) => labels[field] ?? field,
    wordsOf: {
      fields: (fields) =>
        fields.map(({ field, label, required }) => {
          const name = label?.trim() || nameOf(field);
          return required ? `${name} (${texts.fields.required})` : name;
        }),
      source: (id) => sources.find(({ public_id }) => public_id === id)?.name ?? texts.noSource,
    },
  });
  const { values, set, errorsOf } = form;
  const origins = useOrigins(values.allowed_origins, (all) => set('allowed_origins', all));
  /** An address that was typed and not added is meant to be in the list, too. */
  const whole = {
    ...form,
    isDirty: form.isDirty || origins.isTyped,
    save: async () => {
      if (!origins.isTyped) return form.save();
      const allowed_origins = origins.add();
      if (allowed_origins !== null) await form.save({ allowed_origins });
    },
    discard: () => {
      form.discard();
      origins.type('');
    },
  };
  const shownSources = sources.filter(({ archived, public_id }) => !archived || public_id === values.source);
  return (
    <SettingsPage title={seen?.record.name ?? texts.new} back={{ to: '/settings/forms', label: texts.back }} wide>
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]">
        <RecordForm form={whole} {...(seen === null && { submit: texts.create })}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            required
            maxLength={400}
            value={values.name}
            errors={errorsOf('name')}
            onChange={(event) => set('name', event.target.value)}
          />
          <SettingsCard title={texts.fields.title} hint={texts.fields.hint}>
            <FormWarnings draft={values} sources={sources} customFields={customFields} />
            <FieldList
              fields={values.fields}
              customFields={customFields}
              errorsOf={errorsOf}
              onChange={(fields) => set('fields', fields)}
            />
          </SettingsCard>
          <SelectField
            label={texts.sourceLabel}
            hint={texts.sourceHint}
            options={[
              { value: '', label: texts.noSource },
              ...shownSources.map(({ public_id, name }) => ({ value: public_id, label: name })),
            ]}
            value={values.source}
            errors={errorsOf('source')}
            onChange={(event) => set('source', event.target.value)}
          />
          <Origins state={origins} errors={errorsOf('allowed_origins')} />
          <TextArea
            label={texts.message}
            hint={texts.messageHint}
            rows={2}
            maxLength={2_000}
            placeholder={visibleWords[language].success}
            value={values.success_message}
            errors={errorsOf('success_message')}
            onChange={(event) => set('success_message', event.target.value)}
          />
          <CheckboxField
            label={texts.activeLabel}
            hint={texts.activeHint}
            checked={values.active}
            onChange={(event) => set('active', event.target.checked)}
          />
        </RecordForm>
        <FormPreview draft={values} customFields={customFields} />
      </div>
      {seen !== null && <ShareCard form={seen.record} customFields={customFields} />}
    </SettingsPage>
  );
}
