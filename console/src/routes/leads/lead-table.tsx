import { useNavigate } from '@tanstack/react-router';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { Sort } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useNow } from '../../format/now.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { ColumnHead } from './column-head.tsx';
import type { Column } from './columns.tsx';
import { useLastPlace } from './last-place.ts';
import { LeadRow, ROW_REM } from './lead-row.tsx';
import { ListEnd } from './list-end.tsx';
import { remPixels } from './page-facts.ts';
import { useReusedRows } from './reused-rows.ts';
import { onRowKey } from './row-keys.ts';
import type { Selection } from './selection.ts';
import type { LeadList } from './use-lead-list.ts';

interface LeadTableProps {
  list: LeadList;
  columns: readonly Column[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Null where nothing can be done with chosen leads. */
  selection: Selection | null;
  /** How many match; null while it is not known. */
  total: number | null;
}

const CHECK_REM = 2.75;
/** So many rows before its end the list goes on. */
const AHEAD = 40;

/** A table of which only what is seen is in the page. */
export function LeadTable({ list, columns, sort, onSort, selection, total }: LeadTableProps) {
  const { leads: own } = useTexts();
  const { leads, readMore, query } = list;
  const navigate = useNavigate();
  const hint = useId();
  const place = useRef<HTMLDivElement>(null);
  const { active, setActive, focusRow } = useActiveRow(leads.length, place);
  const opened = useLastPlace(list.hash, active, () => place.current);
  // Asked for each row of the list, so it is looked up once. Keys of its own would make all rows be measured in each frame.
  const [rowHeight] = useState(() => ROW_REM * remPixels());
  const rows = useVirtualizer({
    count: leads.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialOffset: opened.offset,
    scrollPaddingStart: rowHeight,
    // The row with the focus stays in the page wherever the person scrolls, or the focus would be lost.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), active])].filter((n) => n < range.count).sort((a, b) => a - b),
  });
  const items = rows.getVirtualItems();
  const rowKeys = useReusedRows(
    items.map(({ index }) => index),
    active,
  );
  const last = rows.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= leads.length - AHEAD) readMore();
  });
  // Back from a lead, the person goes on where they were.
  useEffect(() => {
    if (opened.row > 0 || opened.offset > 0) focusRow(opened.row);
  }, []);
  const keys = onRowKey({
    count: leads.length,
    active,
    pageRows: () => Math.max(1, (rows.range?.endIndex ?? 0) - (rows.range?.startIndex ?? 0) - 1),
    focus: (index) => {
      rows.scrollToIndex(index);
      focusRow(index);
    },
    open: (index) => {
      const id = leads[index]?.public_id;
      if (id !== undefined) void navigate({ to: '/leads/$leadId', params: { leadId: id } });
    },
    toggle: (index, isRange) => selection?.toggle(index, isRange),
  });
  const format = useFormat();
  const texts = useTexts();
  const now = useNow();
  const width = columns.reduce((sum, column) => sum + column.width, selection === null ? 0 : CHECK_REM);
  const chosen = selection === null ? 0 : selection.isAll ? leads.length : selection.ids.size;
  let end = 0;
  return (
    <div
      ref={place}
      data-scrolls
      className="relative min-h-64 grow overflow-auto border-t border-line bg-surface"
      aria-busy={query.isPlaceholderData}
    >
      <p id={hint} className="sr-only">
        {own.rows}
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows take the focus and are chosen is a grid
        role="grid"
        aria-label={own.table}
        aria-describedby={hint}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-multiselectable={selection !== null || undefined}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: `${width}rem` }}
        onKeyDown={keys}
      >
        <colgroup>
          {selection !== null && <col style={{ width: `${CHECK_REM}rem` }} />}
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection !== null && (
              <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-surface">
                <Checkbox
                  label={own.selection.shown}
                  hideLabel
                  className="flex h-10 justify-center"
                  disabled={selection.isOld}
                  checked={leads.length > 0 && chosen >= leads.length}
                  mixed={chosen > 0 && chosen < leads.length}
                  onChange={() => (chosen > 0 ? selection.clear() : selection.chooseShown())}
                />
              </th>
            )}
            {columns.map((column, n) => (
              <ColumnHead
                key={column.name}
                column={column}
                sort={sort}
                onSort={onSort}
                isFirst={n === 0}
                hasCheck={selection !== null}
              />
            ))}
          </tr>
        </thead>
        <tbody className={query.isPlaceholderData ? 'opacity-60' : ''}>
          {items.map(({ index, start, end: itemEnd }) => {
            const lead = leads[index];
            const gap = start - end;
            end = itemEnd;
            if (lead === undefined) return null;
            return (
              <Fragment key={rowKeys.get(index)}>
                {gap > 0 && <Gap height={gap} />}
                <LeadRow
                  lead={lead}
                  index={index}
                  columns={columns}
                  isActive={index === active}
                  isChosen={selection?.has(lead.public_id) ?? null}
                  onActive={setActive}
                  onToggle={selection?.isOld ? undefined : selection?.toggle}
                  format={format}
                  texts={texts}
                  now={now}
                />
              </Fragment>
            );
          })}
          <Gap height={Math.max(0, rows.getTotalSize() - end)} />
        </tbody>
      </table>
      <ListEnd list={list} />
    </div>
  );
}

/** Stands for the rows that are not in the page. */
// biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot take the focus
const Gap = ({ height }: { height: number }) => <tr aria-hidden="true" style={{ height }} />;

/** One row of the table is in the focus order; arrow keys change which. */
function useActiveRow(count: number, place: React.RefObject<HTMLDivElement | null>) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current !== null && wanted.current >= count) wanted.current = null; // the list became shorter
    if (wanted.current === null) return;
    const row = place.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  const focusRow = (index: number) => {
    wanted.current = index;
    setActive(index);
  };
  return { active: Math.min(active, Math.max(0, count - 1)), setActive, focusRow };
}
