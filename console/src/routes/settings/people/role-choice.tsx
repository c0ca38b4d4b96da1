import { useId } from 'react';
import type { Role } from '../../../api/people.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { roleNames } from './filters.tsx';

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
  /** Why a role cannot be chosen; null where it can. */
  hindrance: (role: Role) => string | null;
  errors: readonly string[];
}

/** Each role with what it sees and may do. */
export function RoleChoice({ value, onChange, hindrance, errors }: RoleChoiceProps) {
  const { person } = usePeopleTexts();
  const { roles } = useTexts();
  const id = useId();
  return (
    <fieldset>
      <legend className="pb-1 text-sm font-medium">{person.role}</legend>
      <div className="grid gap-2">
        {roleNames.map((role) => {
          const why = role === value ? null : hindrance(role);
          return (
            <label
              key={role}
              className={`tap flex items-start gap-2.5 rounded-md border px-3 py-2 ${role === value ? 'border-accent bg-accent-soft' : 'border-line'}`}
            >
              <input
                type="radio"
                name={id}
                value={role}
                checked={role === value}
                disabled={why !== null}
                aria-describedby={`${id}-${role}`}
                aria-label={roles[role]}
                onChange={() => onChange(role)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="block font-medium">{roles[role]}</span>
                <span id={`${id}-${role}`} className="block text-ink-soft">
                  {person.roles[role]} {why}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {errors.length > 0 && <p className="pt-1 text-xs text-danger first-letter:uppercase">{errors.join(' ')}</p>}
    </fieldset>
  );
}
