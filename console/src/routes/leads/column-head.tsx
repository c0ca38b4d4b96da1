import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import type { Sort } from '../../api/leads.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Column } from './columns.tsx';

interface ColumnHeadProps {
  column: Column;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The first column stays in sight. */
  isFirst: boolean;
  hasCheck: boolean;
}

/** Not rendered again while rows are scrolled. */
export const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps) {
  const { column, sort, onSort, isFirst, hasCheck } = props;
  const { label, sorts, isNumber } = column;
  const at = sorts.indexOf(sort);
  const isDescending = sort.startsWith('-');
  const Icon = at === -1 ? ChevronsUpDown : isDescending ? ArrowDown : ArrowUp;
  const next = sorts[(at + 1) % sorts.length];
  return (
    <th
      scope="col"
      aria-sort={sorts.length === 0 ? undefined : at === -1 ? 'none' : isDescending ? 'descending' : 'ascending'}
      className={classNames(
        'sticky top-0 h-10 border-b border-line bg-surface px-1 text-xs font-medium text-ink-soft',
        isNumber ? 'text-right' : 'text-left',
        isFirst ? (hasCheck ? 'left-11 z-20' : 'left-0 z-20') : 'z-10',
      )}
    >
      {next === undefined ? (
        <span className="block truncate px-1.5" title={label}>
          {label}
        </span>
      ) : (
        <button
          type="button"
          onClick={() => onSort(next)}
          className="tap inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 py-1 hover:bg-hover hover:text-ink"
        >
          <span className="truncate">{label}</span>
          <Icon className={classNames('size-3.5 shrink-0', at !== -1 && 'text-ink')} aria-hidden="true" />
        </button>
      )}
    </th>
  );
});
