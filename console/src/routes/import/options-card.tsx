import { useId } from 'react';
import type { LeadOptions } from '../../api/leads.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { SelectField } from '../../ui/field.tsx';
import type { ImportChoices } from './mapping/use-choices.ts';

interface OptionsCardProps {
  sources: LeadOptions['sources'];
  choices: ImportChoices;
  disabled: boolean;
}

/** The source of the rows, and what happens to duplicates. */
export function OptionsCard({ sources, choices, disabled }: OptionsCardProps) {
  const { options } = useImportTexts();
  const id = useId();
  const hasSources = [...choices.mapping.values()].includes('source');
  const ways = [
    { way: 'skip', label: options.skip, hint: options.skipHint },
    { way: 'fill', label: options.fill, hint: options.fillHint },
  ] as const;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField
        label={hasSources ? options.sourceForOthers : options.sourceForAll}
        disabled={disabled}
        value={choices.source}
        options={[
          { value: '', label: options.noSource },
          ...sources.map(({ public_id, name }) => ({ value: public_id, label: name })),
        ]}
        onChange={(event) => choices.setSource(event.target.value)}
      />
      <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
        <legend className="pb-1 font-medium">{options.duplicates}</legend>
        {ways.map(({ way, label, hint }) => (
          <div key={way} className="flex items-start gap-2">
            <input
              type="radio"
              id={`${id}-${way}`}
              name={id}
              aria-describedby={`${id}-${way}-hint`}
              checked={choices.onDuplicate === way}
              onChange={() => choices.setOnDuplicate(way)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <div>
              <label htmlFor={`${id}-${way}`}>{label}</label>
              <p id={`${id}-${way}-hint`} className="text-xs text-ink-soft">
                {hint}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
    </div>
  );
}
