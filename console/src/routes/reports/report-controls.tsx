import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import type { ReportName } from '../../api/reports.ts';
import { FilterEditor } from '../../leads/filters/filter-editor.tsx';
import { type FilterTexts, useFilterTexts, usePeriodWords } from '../../leads/filters/filter-texts.ts';
import { splitValues } from '../../leads/filters/filters.ts';
import { OwnerEditor } from '../../leads/filters/owner-editor.tsx';
import { PeriodEditor } from '../../leads/filters/period-editor.tsx';
import { useReportTexts } from '../../texts/reports.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import {
  comparisons,
  DEFAULT_PERIOD,
  type FilterName,
  filterNames,
  groupings,
  type useReportState,
} from './report-state.ts';

interface ReportControlsProps {
  name: ReportName;
  state: ReturnType<typeof useReportState>;
  errors: Readonly<Record<string, string[]>>;
}

/** The period, the filters, the grouping and the comparison. All of them stand in the address. */
export function ReportControls({ name, state, errors }: ReportControlsProps) {
  const texts = useReportTexts();
  const words = usePeriodWords();
  const may = useMay();
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <search aria-label={texts.narrow} className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <Control label={texts.period} value={words.period(state.period)} isSet errors={errors['filter[created_at]']}>
        {(isSameStep) => (
          <PeriodEditor
            isRequired
            label={texts.period}
            value={state.period}
            errors={errors['filter[created_at]']}
            onChange={(value) => state.change({ created_at: value || DEFAULT_PERIOD }, isSameStep())}
          />
        )}
      </Control>
      {may('leads:read') && <Filters state={state} errors={errors} />}
      {name === 'conversion' && (
        <SelectField
          label={texts.groupBy}
          className="sm:w-32"
          errors={errors.group_by}
          value={state.grouping}
          options={groupings.map((value) => ({ value, label: texts.groups[value] }))}
          onChange={(event) => state.change({ group_by: event.target.value })}
        />
      )}
      <SelectField
        label={texts.compare}
        className="col-span-2 sm:w-80 sm:max-w-full"
        value={name === 'distribution' && state.comparison === 'same_age' ? 'previous' : state.comparison}
        options={comparisons
          .filter((value) => value !== 'same_age' || name !== 'distribution')
          .map((value) => ({ value, label: texts.comparisons[value] }))}
        onChange={(event) => state.change({ compare: event.target.value })}
      />
      {isFiltered && (
        <Button look="quiet" className="text-accent!" onClick={() => state.change({ source: '', owner: '', team: '' })}>
          {texts.clear}
        </Button>
      )}
    </search>
  );
}

/** The names of what can be chosen are read with the options of leads. */
function Filters({ state, errors }: Omit<ReportControlsProps, 'name'>) {
  const texts = useReportTexts();
  const filterTexts = useFilterTexts(state.filters);
  return useOffered().map((one) => (
    <Control
      key={one}
      label={filterTexts.label(one)}
      value={state.filters[one] === undefined ? texts.anybody : filterTexts.value(one, state.filters[one])}
      isSet={state.filters[one] !== undefined}
      errors={errors[`filter[${one}]`]}
    >
      {(isSameStep) => (
        <Editor
          name={one}
          value={state.filters[one] ?? ''}
          texts={filterTexts}
          errors={errors[`filter[${one}]`]}
          onChange={(value) => state.change({ [one]: value }, isSameStep())}
        />
      )}
    </Control>
  ));
}

/** An agent sees only own leads, so owner and team say nothing. Names of teams are settings. */
function useOffered(): FilterName[] {
  const may = useMay();
  const { scope } = useMe();
  return filterNames.filter((name) => {
    if (name === 'source') return true;
    return scope !== 'own' && (name !== 'team' || may('settings:read'));
  });
}

interface ControlProps {
  label: string;
  value: string;
  isSet: boolean;
  errors?: readonly string[] | undefined;
  /** The editor, told whether a change belongs to the one before it. */
  children: (isSameStep: () => boolean) => ReactNode;
}

/** A button that says what is chosen, and opens the means to change it. */
function Control({ label, value, isSet, errors = [], children }: ControlProps) {
  const texts = useReportTexts();
  const [steps] = useState({ taken: 0 });
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1">
      <span aria-hidden="true" className="text-sm font-medium">
        {label}
      </span>
      <Popover
        title={label}
        onOpenChange={() => {
          steps.taken = 0;
        }}
        trigger={
          <Button
            aria-label={texts.filterIs(label, value)}
            className={classNames(
              'w-full justify-between! sm:w-auto',
              isSet && 'bg-accent-soft!',
              errors.length > 0 && 'border-danger!',
            )}
          >
            <span className="min-w-0 truncate">{value}</span>
            <ChevronDown className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        {children(() => steps.taken++ > 0)}
      </Popover>
    </div>
  );
}

interface EditorProps {
  name: FilterName;
  value: string;
  texts: FilterTexts;
  errors: readonly string[] | undefined;
  onChange: (value: string) => void;
}

function Editor({ name, value, texts, errors, onChange }: EditorProps) {
  if (name !== 'owner')
    return <FilterEditor name={name} value={value} texts={texts} errors={errors} onChange={onChange} />;
  return (
    <OwnerEditor
      withoutNobody
      label={texts.label('owner')}
      chosen={splitValues(value)}
      onChange={(chosen) => onChange(chosen.join(','))}
      memberName={texts.memberName}
      errors={errors}
    />
  );
}
