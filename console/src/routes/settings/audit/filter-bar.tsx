import { X } from 'lucide-react';
import { useMe } from '../../../api/me.ts';
import { useMemberNames } from '../../../leads/filters/use-members.ts';
import { MemberPicker } from '../../../settings/member-picker.tsx';
import { useAuditTexts } from '../../../texts/audit.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import type { Filters, useFilters } from './filters.ts';

interface FilterBarProps extends Pick<ReturnType<typeof useFilters>, 'filters' | 'isFiltered' | 'set' | 'clear'> {
  errors: Readonly<Record<string, string[]>>;
  /** What the record is called to which the list is narrowed. */
  subjectName: string | null;
}

/** What is shown of the trail. A manager sees entries on leads alone, and is offered only those. */
export function FilterBar({ filters, isFiltered, set, clear, errors, subjectName }: FilterBarProps) {
  const texts = useAuditTexts();
  const isAdmin = useMe().role === 'admin';
  const memberName = useMemberNames(filters.actor ? [filters.actor] : []);
  const actions = Object.entries(texts.actions).filter(([action]) => isAdmin || action.startsWith('lead.'));
  const known = filters.action === undefined || Object.hasOwn(texts.actions, filters.action);
  const chosen = filters.actor ? { public_id: filters.actor, name: memberName(filters.actor) ?? filters.actor } : null;
  const change = (name: keyof Filters) => (value: string) => set({ [name]: value });
  return (
    <search className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {isAdmin && (
          <SelectField
            label={texts.kind}
            options={[
              { value: '', label: texts.anyKind },
              ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
            ]}
            value={filters.kind ?? ''}
            errors={errors['filter[subject_type]']}
            onChange={(event) => change('kind')(event.target.value)}
          />
        )}
        <SelectField
          label={texts.action}
          options={[
            { value: '', label: texts.anyAction },
            ...(known ? [] : [{ value: filters.action ?? '', label: filters.action ?? '' }]),
            ...actions.map(([value, label]) => ({ value, label })),
          ]}
          value={filters.action ?? ''}
          errors={errors['filter[action]']}
          onChange={(event) => change('action')(event.target.value)}
        />
        <Field label={texts.actor} className="col-span-2 sm:col-span-1">
          {({ id }) => (
            <MemberPicker
              key={filters.actor ?? ''}
              id={id}
              label={texts.actor}
              value={chosen}
              onChange={(person) => change('actor')(person?.public_id ?? '')}
            />
          )}
        </Field>
        <DateField
          label={texts.from}
          max={filters.to ?? '9999-12-31'}
          value={filters.from ?? ''}
          errors={errors['filter[occurred_at]']}
          onChange={change('from')}
        />
        <DateField
          label={texts.to}
          min={filters.from}
          max="9999-12-31"
          value={filters.to ?? ''}
          onChange={change('to')}
        />
        {isFiltered && (
          <Button look="quiet" className="self-end justify-self-start" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </div>
      {filters.subject && (
        <Button
          className="self-start"
          icon={<X className="size-4" aria-hidden="true" />}
          onClick={() => set({ subject: '' })}
        >
          <span className="truncate">{texts.recordOf(subjectName ?? filters.subject)}</span>
        </Button>
      )}
    </search>
  );
}
