import { useSuspenseQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { isRescoring, type Scoring as Model, replaceScoring, scoringQuery } from '../../../api/scoring.ts';
import type { Seen } from '../../../api/settings.ts';
import { useConditionFields } from '../../../conditions/fields.ts';
import { useFormat } from '../../../format/format.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useScoringTexts } from '../../../texts/scoring.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { Progress } from '../../../ui/progress.tsx';
import { BandsCard } from './bands-card.tsx';
import { EffectCard } from './effect-card.tsx';
import { fieldsOf, modelOf } from './model-draft.ts';
import { useModelWords } from './model-words.ts';
import { RulesCard } from './rules-card.tsx';
import { SignalsCard } from './signals-card.tsx';

export function Scoring() {
  const { sections } = useSettingsTexts();
  const texts = useScoringTexts();
  const fields = useConditionFields();
  const { data: seen } = useSuspenseQuery(scoringQuery);
  const modelSeen = useModelsSeen(seen);
  const labels: Readonly<Record<string, string>> = {
    bands: texts.bands,
    rules: texts.rules,
    signals: texts.signals,
  };
  const form = useRecordForm({
    seen,
    fieldsOf,
    // The whole model is replaced: parts that nobody changed here go as they were when the change began.
    save: (changed, all, etag) => {
      const before = modelSeen(etag);
      const whole = before === undefined ? all : { ...fieldsOf(before), ...changed };
      return replaceScoring(modelOf(whole, fields), etag);
    },
    reread: async () => {
      const now = await queryClient.fetchQuery(scoringQuery);
      modelSeen(now.etag, now.record);
      return now;
    },
    labelOf: (field) => labels[field] ?? field,
    wordsOf: useModelWords(fields),
  });
  const { values, set, errorsOf } = form;
  const isWrong = (field: string) => form.errorsWithin(field).length > 0;
  return (
    <SettingsPage wide title={sections.scoring.name} description={texts.intro}>
      <RescoringProgress model={seen.record} />
      <ModelWarnings model={seen.record} />
      <RecordForm
        form={form}
        preview={<EffectCard model={modelOf(values, fields)} onRefused={form.refuse} />}
        more={<span className="text-xs text-ink-soft">{texts.saveHint}</span>}
      >
        <BandsCard bands={values.bands} onChange={(bands) => set('bands', bands)} errorsOf={errorsOf} />
        <RulesCard
          rules={values.rules}
          fields={fields}
          onChange={(rules) => set('rules', rules)}
          errorsOf={errorsOf}
          isWrong={isWrong}
        />
        <SignalsCard signals={values.signals} onChange={(signals) => set('signals', signals)} errorsOf={errorsOf} />
      </RecordForm>
    </SettingsPage>
  );
}

/** The models that were seen, by their ETags. Others may replace the model while somebody edits. */
function useModelsSeen(seen: Seen<Model>) {
  const models = useRef(new Map<string | null, Model>());
  models.current.set(seen.etag, seen.record);
  return (etag: string | null, learnt?: Model): Model | undefined => {
    if (learnt !== undefined) models.current.set(etag, learnt);
    return models.current.get(etag);
  };
}

function RescoringProgress({ model }: { model: Model }) {
  const texts = useScoringTexts();
  const format = useFormat();
  const { rescoring } = model;
  const version = texts.version(format.number(model.version));
  if (rescoring === null) return null;
  const { leads, rescored } = rescoring;
  if (!isRescoring(model)) {
    return (
      <p role="status" className="text-ink-soft">
        {`${version} ${texts.rescored(format.number(rescored))}`}
      </p>
    );
  }
  const label =
    leads === null ? texts.rescoringUnknown : texts.rescoring(format.number(rescored), format.number(leads));
  return (
    <div className="flex flex-col gap-1">
      <p role="status">{`${version} ${label}`}</p>
      <Progress label={label} done={rescored} total={leads} />
    </div>
  );
}

function ModelWarnings({ model }: { model: Model }) {
  const { warnings: words } = useScoringTexts();
  if (model.warnings.length === 0) return null;
  const told = (warning: string): string => {
    const [, n, what, name] =
      /^rules\.(\d+)\.when.* the (archived source|archived custom field|changed custom field) (.+)$/.exec(warning) ??
      [];
    const rule = model.rules[Number(n)]?.name;
    if (rule === undefined || name === undefined) return warning;
    if (what === 'changed custom field') return words.changed(rule, name);
    return what === 'archived source' ? words.source(rule, name) : words.field(rule, name);
  };
  return (
    <ul>
      {model.warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5 text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{told(warning)}</span>
        </li>
      ))}
    </ul>
  );
}
