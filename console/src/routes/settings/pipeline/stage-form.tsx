import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../../api/query-client.ts';
import { changeRecord, createRecord, recordQuery, type Seen } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { useLists } from '../../../format/lists.ts';
import { ArchivedNotice } from '../../../settings/archived-notice.tsx';
import { Effects } from '../../../settings/effects.tsx';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { SettingsCard, SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ArchiveStage } from './archive-stage.tsx';
import { addedFields, effectsOf, type StageFields } from './effects.ts';
import { NextStages } from './next-stages.tsx';
import { RequiredFields } from './required-fields.tsx';
import { type Stage, useFields, useLeadsText, useStageCounts, useStages } from './stages.ts';
import { useLacking } from './use-lacking.ts';

const fieldsOf = (record: Stage | null) => ({
  name: record?.name ?? '',
  kind: record?.kind ?? 'open',
  initial: record?.initial ?? false,
  allowed_next: record?.allowed_next ?? null,
  note_required: record?.note_required ?? false,
  required_fields: record?.required_fields ?? [],
});

const kinds = ['open', 'won', 'lost'] as const;

/** A stage being made or changed, and what that means for the leads in it. */
export function StageForm({ seen }: { seen: Seen<Stage> | null }) {
  const texts = usePipelineTexts();
  const stages = useStages();
  const { labelOf } = useFields();
  const { and } = useLists();
  const leadsText = useLeadsText();
  const { number } = useFormat();
  const counts = useStageCounts();
  const navigate = useNavigate();
  const keyFor = useRequestKey();
  const record = seen?.record ?? null;
  const id = record?.public_id ?? '';

  /** The service takes no archived stages as targets; those that a stage still names are left out when the list changes. */
  const usable = (next: readonly string[] | null) =>
    next?.filter((one) => stages.some(({ public_id, archived }) => public_id === one && !archived)) ?? null;

  const nameOf = (stage: string) => stages.find(({ public_id }) => public_id === stage)?.name ?? stage;
  const labels = {
    name: texts.name,
    kind: texts.kind,
    initial: texts.initial,
    allowed_next: texts.next,
    note_required: texts.noteRequired,
    required_fields: texts.fieldsLabel,
  };
  const form = useRecordForm<Stage, StageFields & Record<string, unknown>>({
    seen,
    fieldsOf,
    save: async (changed, all, etag) => {
      if (record === null) return { record: await createRecord('statuses', all, keyFor(all)), etag: null };
      const { allowed_next } = changed;
      const patch = allowed_next === undefined ? changed : { ...changed, allowed_next: usable(allowed_next) };
      return changeRecord('statuses', id, patch, etag);
    },
    reread: () => queryClient.fetchQuery(recordQuery('statuses', id)),
    labelOf: (field) => labels[field as keyof typeof labels] ?? field,
    wordsOf: {
      kind: (kind) => texts.kinds[kind],
      allowed_next: (next) => (next === null ? texts.nextAny : next.map(nameOf)),
      required_fields: (fields) => fields.map(labelOf),
    },
    onSaved: (done) => {
      if (record !== null || done === null) return;
      void navigate({ to: '/settings/pipeline', replace: true });
    },
    ...(record === null && {
      announce: (made: Seen<Stage> | null) =>
        toast({ title: texts.created(made?.record.name ?? ''), description: texts.createdHint }),
    }),
  });
  const { values, set, errorsOf, errorsWithin } = form;
  const leads = record === null ? 0 : counts?.get(id)?.count;
  const lacking = useLacking(id, addedFields(record, values), leads);
  const isInitial = record?.initial === true;
  const archive = record !== null && <ArchiveStage stage={record} stages={stages} leads={leads} />;
  return (
    <SettingsPage title={record?.name ?? texts.newTitle} back={{ to: '/settings/pipeline', label: texts.back }}>
      {record?.archived && <ArchivedNotice text={texts.archive.isArchived}>{archive}</ArchivedNotice>}
      <RecordForm
        form={form}
        {...(record === null && { submit: texts.create })}
        more={record?.archived === false && archive}
      >
        <SettingsCard title={texts.basics}>
          <TextField
            label={texts.name}
            required
            maxLength={400}
            value={values.name}
            errors={errorsOf('name')}
            onChange={(event) => set('name', event.target.value)}
          />
          <RadioList
            label={texts.kind}
            options={kinds.map((kind) => ({
              value: kind,
              label: texts.kinds[kind],
              hint: texts.kindHints[kind],
              disabled: values.initial && kind !== 'open' && values.kind === 'open',
            }))}
            value={values.kind}
            onChange={(kind) => set('kind', kind)}
            errors={errorsOf('kind')}
            {...(values.initial && { hint: texts.kindInitial })}
          />
          <div className="flex flex-col gap-1">
            <Checkbox
              label={texts.initial}
              checked={values.initial}
              disabled={isInitial || values.kind !== 'open' || record?.archived === true}
              onChange={(event) => set('initial', event.target.checked)}
            />
            <p className="text-xs text-ink-soft">{isInitial ? texts.initialIs : texts.initialHint}</p>
            {errorsOf('initial').map((message) => (
              <p key={message} className="text-xs text-danger">
                {message}
              </p>
            ))}
          </div>
        </SettingsCard>
        <SettingsCard title={texts.leaving}>
          <NextStages
            own={id}
            stages={stages}
            value={values.allowed_next}
            onChange={(next) => set('allowed_next', next)}
            errors={errorsWithin('allowed_next')}
          />
        </SettingsCard>
        <SettingsCard title={texts.coming} hint={texts.comingHint}>
          <Checkbox
            label={texts.noteRequired}
            checked={values.note_required}
            onChange={(event) => set('note_required', event.target.checked)}
          />
          <RequiredFields
            value={values.required_fields}
            onChange={(fields) => set('required_fields', fields)}
            errors={errorsWithin('required_fields')}
          />
        </SettingsCard>
        <Effects
          sentences={effectsOf(
            { before: record, after: values, stages, leads, lacking, number, leadsText, labelOf, and },
            texts.effects,
          )}
          title={texts.effectsTitle}
        />
      </RecordForm>
    </SettingsPage>
  );
}
