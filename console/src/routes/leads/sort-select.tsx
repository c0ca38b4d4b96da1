import type { Sort } from '../../api/leads.ts';
import { useTexts } from '../../texts/texts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { sorts } from './list-state.ts';

/** Where there are no column heads to press. */
export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { leads } = useTexts();
  return (
    <SelectField
      label={leads.sort}
      hideLabel
      className="grow"
      options={sorts.map((one) => ({ value: one, label: leads.sorts[one] }))}
      value={sort}
      onChange={(event) => onSort(sorts.find((one) => one === event.target.value) ?? sort)}
    />
  );
}
