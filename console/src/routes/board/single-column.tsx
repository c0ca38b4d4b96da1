import type { KeyboardEvent } from 'react';
import type { Lead, StatusOption } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { CardList } from './card-list.tsx';
import type { ColumnCount } from './column-head.tsx';
import { useHandles } from './handles.ts';
import { onBoardKey } from './keys.ts';
import type { BoardLead, Column } from './placing.ts';

interface SingleColumnProps {
  statuses: readonly StatusOption[];
  chosen: string | undefined;
  onChoose: (status: string) => void;
  counted: ReadonlyMap<string, ColumnCount>;
  board: Pick<Column, 'filters' | 'sort'>;
  held: ReadonlyMap<string, BoardLead>;
  move: (lead: Lead, to: StatusOption) => Promise<Lead | null>;
}

/** On phones: one status at a time. */
export function SingleColumn({ statuses, chosen, onChoose, counted, board, held, move }: SingleColumnProps) {
  const { board: texts } = useTexts();
  const format = useFormat();
  const handles = useHandles();
  const status = statuses.find(({ public_id }) => public_id === chosen) ?? statuses[0];
  if (status === undefined) return null;
  const count = counted.get(status.public_id);
  const options = statuses.map(({ public_id, name }) => {
    const { count } = counted.get(public_id) ?? {};
    return { value: public_id, label: count === undefined ? name : `${name} (${format.number(count)})` };
  });
  const onKeyDown = (event: KeyboardEvent) => onBoardKey(event, handles, [status.public_id]);
  return (
    <section aria-labelledby="board-column" className="flex min-h-0 grow flex-col gap-2">
      <h2 id="board-column" className="sr-only">
        {status.name}
      </h2>
      <div className="flex items-center gap-3 px-3">
        <SelectField
          label={texts.status}
          hideLabel
          className="grow"
          value={status.public_id}
          options={options}
          onChange={(event) => onChoose(event.target.value)}
        />
        {count !== undefined && count.value > 0 && (
          <p className="shrink-0 text-ink-soft">{format.shortMoney(count.value)}</p>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys go to the links of the cards within */}
      <div className="flex min-h-0 grow flex-col px-1" onKeyDown={onKeyDown}>
        <CardList
          key={status.public_id}
          status={status}
          board={board}
          held={held}
          counted={counted.get(status.public_id)}
          move={move}
        />
      </div>
    </section>
  );
}
