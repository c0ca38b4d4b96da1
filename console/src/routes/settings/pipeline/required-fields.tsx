import { CUSTOM } from '../../../leads/custom.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { Choices } from '../../../ui/choices.tsx';
import { plainFields, useFields } from './stages.ts';

interface RequiredFieldsProps {
  value: readonly string[];
  onChange: (fields: string[]) => void;
  errors: readonly string[];
}

/** Fields that a lead must have to come into a stage. Archived ones are shown only where they are still asked for. */
export function RequiredFields({ value, onChange, errors }: RequiredFieldsProps) {
  const texts = usePipelineTexts();
  const { custom, labelOf } = useFields();
  const plain = plainFields.map((name) => ({ value: name as string, label: labelOf(name) }));
  const own = custom
    .filter(({ key, archived }) => !archived || value.includes(CUSTOM + key))
    .map(({ key, label, archived }) => ({
      value: CUSTOM + key,
      label,
      note: archived ? texts.archivedField : texts.customField,
    }));
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm font-medium" aria-hidden="true">
        {texts.fieldsLabel}
      </p>
      <Choices
        label={texts.fieldsLabel}
        choices={[...plain, ...own]}
        chosen={value}
        onChange={onChange}
        twoColumns
        find={texts.find}
        errors={errors}
      />
    </div>
  );
}
