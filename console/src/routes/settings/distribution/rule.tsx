import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type DistributionRule, memberNamesQuery } from '../../../api/distribution.ts';
import { useMay } from '../../../api/me.ts';
import { personNameQuery } from '../../../api/people.ts';
import { queryClient } from '../../../api/query-client.ts';
import { changeRecord, createRecord, recordQuery, recordsQuery, type Seen } from '../../../api/settings.ts';
import { ConditionEditor } from '../../../conditions/condition-editor.tsx';
import { useConditionFields } from '../../../conditions/fields.ts';
import { useConditionWords } from '../../../conditions/words.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { SettingsCard, SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { PoolEditor } from './pool-editor.tsx';
import { fieldsOf, sentOf, strategies } from './rule-draft.ts';
import { TryIt } from './try-it.tsx';
import { Warnings } from './warnings.tsx';

/** The page of a rule, or of one being made. */
export function Rule() {
  const { record } = useParams({ strict: false });
  if (record === undefined || record === 'new') return <RuleForm key="new" seen={null} />;
  return <SavedRule key={record} id={record} />;
}

function SavedRule({ id }: { id: string }) {
  const { data: seen } = useSuspenseQuery(recordQuery('distribution-rules', id));
  return <RuleForm seen={seen} />;
}

function RuleForm({ seen }: { seen: Seen<DistributionRule> | null }) {
  const { sections } = useSettingsTexts();
  const texts = useDistributionTexts();
  const mayWrite = useMay()('settings:write');
  const navigate = useNavigate();
  const fields = useConditionFields();
  const id = seen?.record.public_id ?? null;
  const keyFor = useRequestKey();
  const [isDeleting, setDeleting] = useState(false);
  const nameOf = useMemberNames(seen?.record.pool.memberships ?? []);
  const sayConditions = useConditionWords(fields);
  const { data: teams } = useQuery(recordsQuery('teams'));
  const labels: Readonly<Record<string, string>> = {
    name: texts.name,
    when: texts.condition,
    strategy: texts.strategy,
    pool: texts.poolTitle,
    active: texts.active,
  };
  const form = useRecordForm({
    seen,
    fieldsOf,
    save: async (changed, all, etag) => {
      if (id !== null) return changeRecord('distribution-rules', id, sentOf(changed, fields), etag);
      const body = sentOf(all, fields);
      await createRecord('distribution-rules', body, keyFor(body));
      return null;
    },
    reread: () => queryClient.fetchQuery(recordQuery('distribution-rules', id ?? '')),
    onSaved: (saved) => void (saved === null && navigate({ to: '/settings/distribution', replace: true })),
    ...(id === null && { announce: (_: unknown, title: string) => toast({ title }) }),
    labelOf: (field) => labels[field] ?? field,
    wordsOf: {
      when: sayConditions,
      strategy: (strategy) => texts.strategies[strategy],
      pool: ({ by, team, members }) =>
        by === 'members'
          ? members.map(nameOf.of)
          : texts.pool.team(teams?.find(({ public_id }) => public_id === team)?.name ?? '…'),
    },
  });
  const { values, set, errorsOf } = form;
  return (
    <SettingsPage
      wide
      title={seen?.record.name ?? texts.new}
      back={{ to: '/settings/distribution', label: sections.distribution.name }}
    >
      {seen !== null && <Warnings warnings={seen.record.warnings} />}
      <RecordForm
        form={form}
        {...(seen === null && { submit: texts.create })}
        preview={<TryIt id={id} draft={values} fields={fields} onRefused={form.refuse} />}
        more={
          seen !== null && (
            <Button look="danger" onClick={() => setDeleting(true)}>
              {texts.delete}
            </Button>
          )
        }
      >
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          required
          maxLength={400}
          value={values.name}
          errors={errorsOf('name')}
          onChange={(event) => set('name', event.target.value)}
        />
        <SettingsCard title={texts.condition} hint={texts.conditionHint}>
          <ConditionEditor
            conditions={values.when}
            fields={fields}
            onChange={(when) => set('when', when)}
            at="when"
            readOnly={!mayWrite}
            errorsOf={errorsOf}
          />
        </SettingsCard>
        <SettingsCard title={texts.poolTitle}>
          <PoolEditor
            pool={values.pool}
            onChange={(pool) => set('pool', pool)}
            nameOf={nameOf.of}
            onNamed={nameOf.learn}
            errorsOf={errorsOf}
            disabled={!mayWrite}
          />
        </SettingsCard>
        <SettingsCard title={texts.strategy}>
          <RadioList
            label={texts.strategy}
            hideLabel
            twoColumns
            value={values.strategy}
            onChange={(strategy) => set('strategy', strategy)}
            options={strategies.map((value) => ({
              value,
              label: texts.strategies[value],
              hint: texts.strategyHints[value],
            }))}
            errors={errorsOf('strategy')}
          />
        </SettingsCard>
        <CheckboxField
          label={texts.active}
          hint={texts.activeHint}
          checked={values.active}
          onChange={(event) => set('active', event.target.checked)}
        />
      </RecordForm>
      {isDeleting && seen !== null && (
        <DeleteDialog
          seen={seen}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/settings/distribution', replace: true, ignoreBlocker: true })}
        />
      )}
    </SettingsPage>
  );
}

/** Names of those who are in the pool as it was saved, and of those who were added since. */
function useMemberNames(saved: readonly string[]) {
  const { data: names } = useQuery(memberNamesQuery(saved));
  const [learnt, setLearnt] = useState<Readonly<Record<string, string>>>({});
  return {
    of: (id: string): string =>
      names?.[id] ?? learnt[id] ?? queryClient.getQueryData(personNameQuery(id).queryKey) ?? '…',
    learn: (id: string, name: string) => setLearnt((before) => ({ ...before, [id]: name })),
  };
}
