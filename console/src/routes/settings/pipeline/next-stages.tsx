import { useLists } from '../../../format/lists.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { Choices } from '../../../ui/choices.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import type { Stage } from './stages.ts';

interface NextStagesProps {
  /** The stage itself: a lead that is there need not go there. */
  own: string;
  stages: readonly Stage[];
  /** Null: any. */
  value: readonly string[] | null;
  onChange: (next: string[] | null) => void;
  errors: readonly string[];
}

/** Where leads can go from a stage: anywhere, or to chosen stages. */
export function NextStages({ own, stages, value, onChange, errors }: NextStagesProps) {
  const texts = usePipelineTexts();
  const { and } = useLists();
  const others = stages.filter(({ public_id, archived }) => public_id !== own && !archived);
  const archived = stages.filter(({ public_id, archived }) => archived && value?.includes(public_id));
  const isSome = others.some(({ public_id }) => value?.includes(public_id));
  const choose = (way: 'any' | 'chosen') => onChange(way === 'any' ? null : others.map(({ public_id }) => public_id));
  return (
    <>
      <RadioList
        label={texts.next}
        twoColumns
        options={[
          { value: 'any', label: texts.nextAny },
          { value: 'chosen', label: texts.nextChosen },
        ]}
        value={value === null ? 'any' : 'chosen'}
        onChange={choose}
        errors={value === null ? errors : []}
      />
      {value !== null && (
        <Choices
          label={texts.nextList}
          choices={others.map(({ public_id, name }) => ({ value: public_id, label: name }))}
          twoColumns
          chosen={value}
          onChange={onChange}
          find={texts.findStage}
          errors={errors}
        />
      )}
      {value !== null && !isSome && <p className="text-warn">{texts.nextNone}</p>}
      {archived.length > 0 && (
        <p className="text-xs text-ink-soft">
          {texts.nextArchived(and(archived.map(({ name }) => name)), archived.length === 1)}
        </p>
      )}
    </>
  );
}
