import { SettingsCard } from '../../../settings/settings-page.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import type { PersonFormState } from './person-form.tsx';

/** What distribution goes by. */
export function ReceivingCard({ form: { values, set, errorsOf } }: { form: PersonFormState }) {
  const { person: texts } = usePeopleTexts();
  const numbers = [
    ['weight', texts.weight, texts.weightHint, ''],
    ['open_cap', texts.openCap, texts.openCapHint, texts.noLimit],
    ['daily_cap', texts.dailyCap, texts.dailyCapHint, texts.noLimit],
  ] as const;
  return (
    <SettingsCard title={texts.receiving} hint={texts.receivingHint}>
      <CheckboxField
        label={texts.accepting}
        hint={texts.acceptingHint}
        role="switch"
        checked={values.accepting_leads}
        onChange={(event) => set('accepting_leads', event.target.checked)}
        className="tap font-medium"
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {numbers.map(([name, label, hint, placeholder]) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            inputMode="numeric"
            maxLength={12}
            placeholder={placeholder}
            value={values[name]}
            errors={errorsOf(name)}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </div>
    </SettingsCard>
  );
}
