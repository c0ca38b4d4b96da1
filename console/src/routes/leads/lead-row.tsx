import { memo } from 'react';
import type { Lead } from '../../api/leads.ts';
import type { Format } from '../../format/format.ts';
import type { Texts } from '../../texts/texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Column } from './columns.tsx';

/** Every row is as high, so that any place in the list can be found without looking at those before it. */
export const ROW_REM = 2.75;

interface LeadRowProps {
  lead: Lead;
  index: number;
  columns: readonly Column[];
  isActive: boolean;
  /** Null where leads cannot be chosen. */
  isChosen: boolean | null;
  onActive: (index: number) => void;
  /** Undefined while it cannot be chosen. */
  onToggle: ((index: number, isRange: boolean) => void) | undefined;
  format: Format;
  texts: Texts;
  now: number;
}

export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, index, columns, isActive, isChosen, onActive, onToggle, format, texts, now } = props;
  const tabIndex = isActive ? 0 : -1;
  // Cells that stay in sight lie above the row's own outline, so each cell draws its part of it. The row's own is for
  // forced colours, which show no shadows.
  const focus = 'group-focus-visible:shadow-[inset_0_2px_0_var(--color-accent),inset_0_-2px_0_var(--color-accent)]';
  const ground = isChosen ? 'bg-accent-soft' : 'bg-surface group-hover:bg-hover';
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isChosen ?? undefined}
      tabIndex={tabIndex}
      onFocus={() => onActive(index)}
      className="group h-11 -outline-offset-2! outline-transparent"
    >
      {isChosen !== null && (
        <td className={classNames('sticky left-0 z-[1] border-b border-line p-0', ground, focus)}>
          <label className="flex h-11 items-center justify-center">
            <input
              type="checkbox"
              tabIndex={tabIndex}
              aria-label={texts.leads.selection.one(format.name(lead.contact))}
              checked={isChosen}
              disabled={onToggle === undefined}
              onChange={(event) => onToggle?.(index, (event.nativeEvent as MouseEvent).shiftKey)}
              className="size-4 accent-accent"
            />
          </label>
        </td>
      )}
      {columns.map(({ name, cell, isNumber }, n) => (
        <td
          key={name}
          className={classNames(
            'h-11 truncate border-b border-line px-2.5',
            ground,
            focus,
            isNumber && 'text-right tabular-nums',
            n === 0 && 'sticky z-[1]',
            n === 0 && (isChosen === null ? 'left-0' : 'left-11'),
          )}
        >
          {cell(lead, { format, texts, now, tabIndex })}
        </td>
      ))}
    </tr>
  );
});
