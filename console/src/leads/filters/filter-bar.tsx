import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { Filters } from '../../api/leads.ts';
import { useMay, useMe } from '../../api/me.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { CUSTOM } from '../custom.ts';
import { FilterEditor } from './filter-editor.tsx';
import { type FilterTexts, useFilterTexts } from './filter-texts.ts';
import { filterNames, isFilterable, withFilter } from './filters.ts';
import { SearchFilter } from './search-filter.tsx';

/** `isSameStep`: part of the change before it, so that Back undoes both. */
export type ChangeFilters = (filters: Filters, isSameStep: boolean) => void;

interface FilterBarProps {
  filters: Filters;
  onChange: ChangeFilters;
  errors: Readonly<Record<string, string[]>>;
  /** On phones one button holds all filters. */
  isNarrow: boolean;
}

/** Filters used so often that each has a button. */
const often = ['status', 'owner', 'score_band', 'created_at'];

/** Search, the usual filters, and all others behind one button. */
export function FilterBar({ filters, onChange, errors, isNarrow }: FilterBarProps) {
  const { filters: own } = useTexts().leads;
  const texts = useFilterTexts(filters);
  const offered = useOfferedFilters(texts);
  const direct = isNarrow ? [] : often.filter((name) => offered.includes(name));
  return (
    <>
      <SearchFilter
        value={filters.search ?? ''}
        errors={errors.search}
        onChange={(value, isSameStep) => onChange(withFilter(filters, 'search', value), isSameStep)}
      />
      {direct.map((name) => (
        <FilterPopover
          key={name}
          name={name}
          filters={filters}
          onChange={onChange}
          texts={texts}
          errors={errors[name]}
          trigger={
            <Button>
              {texts.label(name)}
              <ChevronDown className="size-4" aria-hidden="true" />
            </Button>
          }
        />
      ))}
      <AnyFilter
        label={isNarrow ? own.all : own.add}
        names={offered.filter((name) => !direct.includes(name))}
        filters={filters}
        onChange={onChange}
        texts={texts}
        errors={errors}
      />
    </>
  );
}

/** What the caller can filter by. An agent sees only own leads, so the owner says nothing. */
function useOfferedFilters({ options }: FilterTexts): string[] {
  const may = useMay();
  const { scope } = useMe();
  const plain = filterNames.filter(
    (name) => name !== 'search' && (name !== 'team' || may('settings:read')) && (name !== 'owner' || scope !== 'own'),
  );
  return [...plain, ...options.custom_fields.filter(isFilterable).map(({ key }) => `${CUSTOM}${key}`)];
}

interface FilterPopoverProps extends Pick<FilterBarProps, 'filters' | 'onChange'> {
  name: string;
  texts: FilterTexts;
  errors: readonly string[] | undefined;
  trigger: React.ReactElement<Record<string, unknown>>;
}

/** A button with the editor of one filter. What is changed while it is open is one step back. */
export function FilterPopover({ name, filters, onChange, texts, errors, trigger }: FilterPopoverProps) {
  const [isSameStep, setSameStep] = useState(false);
  return (
    <Popover trigger={trigger} title={texts.label(name)} onOpenChange={() => setSameStep(false)}>
      <FilterEditor
        name={name}
        value={filters[name] ?? ''}
        texts={texts}
        errors={errors}
        onChange={(value) => {
          onChange(withFilter(filters, name, value), isSameStep);
          setSameStep(true);
        }}
      />
    </Popover>
  );
}

interface AnyFilterProps extends Pick<FilterBarProps, 'filters' | 'onChange' | 'errors'> {
  label: string;
  names: readonly string[];
  texts: FilterTexts;
}

function AnyFilter({ label, names, filters, onChange, texts, errors }: AnyFilterProps) {
  const { filters: own } = useTexts().leads;
  const [chosen, setChosen] = useState(names[0] ?? '');
  const [isSameStep, setSameStep] = useState(false);
  const name = names.includes(chosen) ? chosen : (names[0] ?? '');
  return (
    <Popover
      title={label}
      onOpenChange={() => setSameStep(false)}
      trigger={<Button icon={<SlidersHorizontal className="size-4" aria-hidden="true" />}>{label}</Button>}
    >
      <SelectField
        label={own.by}
        hideLabel
        className="pb-3"
        options={names.map((one) => ({ value: one, label: texts.label(one) }))}
        value={name}
        onChange={(event) => {
          setChosen(event.target.value);
          setSameStep(false);
        }}
      />
      <FilterEditor
        key={name}
        name={name}
        value={filters[name] ?? ''}
        texts={texts}
        errors={errors[name]}
        onChange={(value) => {
          onChange(withFilter(filters, name, value), isSameStep);
          setSameStep(true);
        }}
      />
    </Popover>
  );
}
