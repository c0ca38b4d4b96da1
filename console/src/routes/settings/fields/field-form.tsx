import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hasCode } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import {
  changeRecord,
  createRecord,
  type RecordOf,
  recordQuery,
  recordsQuery,
  type Seen,
} from '../../../api/settings.ts';
import { ArchivedNotice } from '../../../settings/archived-notice.tsx';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { SettingsCard, SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useFieldsTexts } from '../../../texts/fields.ts';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ArchiveField } from './archive-field.tsx';
import { FieldEffects } from './field-effects.tsx';
import { keyOf } from './key-of.ts';
import { OptionsEditor } from './options-editor.tsx';

export type CustomField = RecordOf<'custom-fields'>;

/** An empty key follows the label. */
const fieldsOf = (record: CustomField | null) => ({
  label: record?.label ?? '',
  key: record?.key ?? '',
  type: record?.type ?? ('text' as const),
  options: record?.options ?? [],
  required: record?.required ?? false,
});

export type FieldFields = ReturnType<typeof fieldsOf>;

const types = ['text', 'number', 'boolean', 'date', 'select', 'multi_select'] as const;

export const takesOptions = (type: CustomField['type']): boolean => type === 'select' || type === 'multi_select';

/** A custom field being made or changed. */
export function FieldForm({ seen }: { seen: Seen<CustomField> | null }) {
  const texts = useFieldsTexts();
  const navigate = useNavigate();
  const keyFor = useRequestKey();
  const { data: all } = useSuspenseQuery(recordsQuery('custom-fields'));
  const record = seen?.record ?? null;
  const id = record?.public_id ?? '';
  const labels = {
    label: texts.label,
    key: texts.key,
    type: texts.type,
    options: texts.optionsTitle,
    required: texts.required,
  };
  const proposed = (label: string) =>
    keyOf(
      label,
      all.map(({ key }) => key),
    );

  const form = useRecordForm<CustomField, FieldFields>({
    seen,
    fieldsOf,
    save: async (changed, all, etag) => {
      if (record === null) {
        const options = takesOptions(all.type) ? all.options : [];
        const body = { ...all, key: all.key || proposed(all.label), options };
        return { record: await createRecord('custom-fields', body, keyFor(body)), etag: null };
      }
      const { key: _, ...patch } = changed;
      // Options belong to the select types alone.
      const isEmptied = patch.type !== undefined && !takesOptions(patch.type);
      return changeRecord('custom-fields', id, isEmptied ? { ...patch, options: [] } : patch, etag);
    },
    reread: () => queryClient.fetchQuery(recordQuery('custom-fields', id)),
    labelOf: (field) => labels[field as keyof typeof labels] ?? field,
    wordsOf: { type: (type) => texts.types[type].name },
    onSaved: (done) => {
      if (record !== null || done === null) return;
      void navigate({ to: '/settings/fields', replace: true });
    },
    ...(record === null && {
      announce: (made: Seen<CustomField> | null) => toast({ title: texts.created(made?.record.label ?? '') }),
    }),
  });
  const { values, set, errorsOf, errorsWithin } = form;
  const isRefused = hasCode(form.error, 'conflict');
  const isTypeFixed = isRefused && record !== null && record.type !== values.type;
  const isKeyTaken = isRefused && record === null && all.length < 200;
  const refusal = isTypeFixed ? texts.typeFixed : isKeyTaken ? texts.keyTaken : null;
  return (
    <SettingsPage title={record?.label ?? texts.newTitle} back={{ to: '/settings/fields', label: texts.back }}>
      {record?.archived && (
        <ArchivedNotice text={texts.archive.isArchived}>
          <ArchiveField field={record} />
        </ArchivedNotice>
      )}
      <RecordForm
        form={refusal === null ? form : { ...form, problem: refusal }}
        {...(record === null && { submit: texts.create })}
        more={record?.archived === false && <ArchiveField field={record} />}
      >
        <SettingsCard title={texts.basics}>
          <TextField
            label={texts.label}
            hint={texts.labelHint}
            required
            maxLength={400}
            value={values.label}
            errors={errorsOf('label')}
            onChange={(event) => set('label', event.target.value)}
          />
          {record === null ? (
            <TextField
              label={texts.key}
              hint={texts.keyNew}
              maxLength={63}
              autoCapitalize="none"
              spellCheck={false}
              value={values.key || (values.label.trim() === '' ? '' : proposed(values.label))}
              errors={isKeyTaken ? [texts.keyTaken] : errorsOf('key')}
              onChange={(event) => set('key', event.target.value)}
            />
          ) : (
            <div>
              <p className="font-medium">{texts.key}</p>
              <p>
                <code className="break-all">{record.key}</code>
              </p>
              <p className="text-xs text-ink-soft">{texts.keyFixed}</p>
            </div>
          )}
          <RadioList
            label={texts.type}
            twoColumns
            options={types.map((type) => ({
              value: type,
              label: texts.types[type].name,
              hint: (
                <>
                  {texts.types[type].hint}
                  <span className="block">{texts.example(texts.types[type].example)}</span>
                </>
              ),
            }))}
            value={values.type}
            onChange={(type) => set('type', type)}
            {...(record !== null && { hint: texts.typeLater })}
            errors={isTypeFixed ? [texts.typeFixed] : errorsOf('type')}
          />
        </SettingsCard>
        {takesOptions(values.type) && (
          <SettingsCard title={texts.optionsTitle} hint={texts.optionsHint}>
            <OptionsEditor
              options={values.options}
              onChange={(options) => set('options', options)}
              errors={errorsWithin('options')}
            />
          </SettingsCard>
        )}
        <SettingsCard title={texts.requiredTitle}>
          <Checkbox
            label={texts.requiredLabel}
            checked={values.required}
            onChange={(event) => set('required', event.target.checked)}
          />
        </SettingsCard>
        <FieldEffects before={record} after={values} />
      </RecordForm>
    </SettingsPage>
  );
}
