import { memo, useRef } from 'react';
import type { Lead, StatusOption } from '../../api/leads.ts';
import { classNames } from '../../ui/class-names.ts';
import { CardList } from './card-list.tsx';
import { type ColumnCount, ColumnHead, FoldedHead } from './column-head.tsx';
import { useDropColumn } from './dragging.ts';
import type { BoardLead, Column as Listed } from './placing.ts';

export interface ColumnProps {
  status: StatusOption;
  statuses: readonly StatusOption[];
  board: Pick<Listed, 'filters' | 'sort'>;
  counted: ColumnCount | undefined;
  held: ReadonlyMap<string, BoardLead>;
  isFolded: boolean;
  onFold: (status: StatusOption, isFolded: boolean) => void;
  /** The name of the status from which a card is dragged that may not come here. */
  refusal: string | null;
  move: (lead: Lead, to: StatusOption) => Promise<Lead | null>;
}

/** One status of the pipeline, with its leads. */
export const Column = memo(function Column(props: ColumnProps) {
  const { status, statuses, board, counted, held, isFolded, onFold, refusal, move } = props;
  const section = useRef<HTMLElement>(null);
  const isOver = useDropColumn(section, status, statuses);
  const id = `column-${status.public_id}`;
  const Head = isFolded ? FoldedHead : ColumnHead;
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className={classNames(
        'flex h-full shrink-0 flex-col overflow-hidden rounded-lg border',
        isFolded ? 'w-11' : 'w-72',
        isOver && 'border-accent bg-accent-soft outline-2 outline-accent',
        refusal !== null && 'cursor-no-drop border-dashed border-line-strong',
        !isOver && refusal === null && 'border-line bg-sunken',
      )}
    >
      <Head id={id} status={status} counted={counted} refusal={refusal} onFold={() => onFold(status, !isFolded)} />
      {!isFolded && <CardList status={status} board={board} held={held} move={move} counted={counted} />}
    </section>
  );
});
