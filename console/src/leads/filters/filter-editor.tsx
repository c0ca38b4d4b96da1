import { useTexts } from '../../texts/texts.tsx';
import { Choices } from '../../ui/choices.tsx';
import type { Choice } from '../../ui/combobox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { customFieldOf } from '../field-input.tsx';
import type { FilterTexts } from './filter-texts.ts';
import { splitValues } from './filters.ts';
import { OwnerEditor } from './owner-editor.tsx';
import { PeriodEditor } from './period-editor.tsx';
import { AmountEditor, TypedEditor } from './typed-editors.tsx';

interface FilterEditorProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  texts: FilterTexts;
  /** What the service found wrong with it. */
  errors?: readonly string[] | undefined;
}

/** The control with which one filter is set. */
export function FilterEditor({ name, value, onChange, texts, errors }: FilterEditorProps) {
  const { leads, bands, common } = useTexts();
  const { label: labelOf, value: wordsOf, options, teams, memberName } = texts;
  const shared = { label: labelOf(name), value, onChange, errors };

  // What is chosen but no longer offered stands first: otherwise it could not be taken out.
  const several = (offered: readonly Choice[], chosen: readonly string[], nameOf = (value: string) => value) => {
    const gone = chosen.filter((one) => !offered.some((choice) => choice.value === one));
    return (
      <Choices
        label={labelOf(name)}
        choices={[
          ...gone.map((one) => ({ value: one, label: nameOf(one), note: leads.filters.notOffered })),
          ...offered,
        ]}
        chosen={chosen}
        onChange={(chosen) => onChange(chosen.join(','))}
        find={leads.filters.find}
        errors={errors}
      />
    );
  };
  const severalRecords = (choices: readonly { public_id: string; name: string }[]) =>
    several(
      choices.map(({ public_id, name }) => ({ value: public_id, label: name })),
      splitValues(value),
      (id) => wordsOf(name, id),
    );
  const oneOf = (names: Readonly<Record<string, string>>) => (
    <Choices
      single
      label={labelOf(name)}
      choices={[
        { value: '', label: leads.filters.any },
        ...Object.entries(names).map(([one, label]) => ({ value: one, label })),
      ]}
      chosen={[value]}
      onChange={([chosen = '']) => onChange(chosen)}
      errors={errors}
    />
  );

  switch (name) {
    case 'status':
      return severalRecords(options.statuses);
    case 'source':
      return severalRecords(options.sources);
    case 'team':
      return severalRecords(teams);
    case 'owner':
      return (
        <OwnerEditor
          label={labelOf(name)}
          chosen={splitValues(value)}
          onChange={(chosen) => onChange(chosen.join(','))}
          memberName={memberName}
          errors={errors}
        />
      );
    case 'kind':
      return oneOf(leads.filters.kinds);
    case 'score_band':
      return oneOf(bands);
    case 'created_at':
    case 'updated_at':
    case 'last_activity_at':
      return <PeriodEditor {...shared} />;
    case 'estimated_value':
      return <AmountEditor {...shared} />;
  }
  const custom = customFieldOf(options, name);
  switch (custom?.type) {
    case 'boolean':
      return oneOf({ true: common.yes, false: common.no });
    case 'date':
      return (
        <DateField label={labelOf(name)} hideLabel max="9999-12-31" value={value} errors={errors} onChange={onChange} />
      );
    case 'select':
    case 'multi_select': {
      const all = custom.options;
      if (all === null) {
        return (
          <>
            <p className="pb-2 text-xs text-ink-soft">{leads.filters.optionsLeftOut}</p>
            <TypedEditor {...shared} />
          </>
        );
      }
      return several(
        all.map((one) => ({ value: one, label: one })),
        splitValues(value, all),
      );
    }
    case 'number':
      return <TypedEditor {...shared} inputMode="decimal" />;
    default:
      return <TypedEditor {...shared} />;
  }
}
