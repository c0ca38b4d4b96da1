import { useId } from 'react';
import { type Ability, useMay } from '../../../api/me.ts';
import type { Role } from '../../../api/people.ts';
import { abilities, roleMay } from '../../../settings/abilities.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useTokenTexts } from '../../../texts/tokens.ts';

interface AbilityChoiceProps {
  /** Of the person; null: nobody is chosen yet. */
  role: Role | null;
  /** Null: everything that the role allows. */
  chosen: readonly Ability[] | null;
  onChange: (chosen: readonly Ability[] | null) => void;
  errors?: readonly string[] | undefined;
}

/** What a token may do, within the role of its person and what the caller may give. */
export function AbilityChoice({ role, chosen, onChange, errors = [] }: AbilityChoiceProps) {
  const { form: texts, abilities: meanings } = useTokenTexts();
  const { roles } = useTexts();
  const may = useMay();
  const id = useId();
  const isWrong = errors.length > 0;
  const mayAll = abilities.every(may);
  const hindrance = (ability: Ability): string | null => {
    if (role !== null && !roleMay(role, ability)) return texts.notForRole(roles[role]);
    return may(ability) ? null : texts.notYours;
  };
  const radio = (isAll: boolean, label: string, hint: string) => (
    <label className="tap flex items-start gap-2 py-1">
      <input
        type="radio"
        name={id}
        checked={(chosen === null) === isAll}
        disabled={isAll && !mayAll}
        onChange={() => onChange(isAll ? null : [])}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        {label}
        {hint !== '' && <span className="block text-xs text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
  return (
    <fieldset
      aria-describedby={isWrong ? `${id}-errors` : undefined}
      data-invalid={isWrong || undefined}
      tabIndex={isWrong ? -1 : undefined}
      className="rounded-sm"
    >
      <legend className="text-sm font-medium">{texts.abilities}</legend>
      {isWrong && (
        <p id={`${id}-errors`} className="text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
      {radio(false, texts.some, role === null ? texts.choosePerson : '')}
      {chosen !== null && role !== null && (
        <div className="grid gap-x-4 pb-1 pl-6 sm:grid-cols-2">
          {abilities.map((ability) => {
            const why = hindrance(ability);
            return (
              <label key={ability} className={`tap flex items-start gap-2 py-1 ${why === null ? '' : 'text-ink-soft'}`}>
                <input
                  type="checkbox"
                  checked={why === null && chosen.includes(ability)}
                  disabled={why !== null}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...chosen, ability] : chosen.filter((one) => one !== ability))
                  }
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  {meanings[ability]}
                  <span className="block text-xs text-ink-soft">{[ability, why].filter(Boolean).join(' · ')}</span>
                </span>
              </label>
            );
          })}
        </div>
      )}
      {radio(true, texts.all, mayAll ? texts.allHint : texts.allNotYours)}
    </fieldset>
  );
}
