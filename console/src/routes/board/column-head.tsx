import { Ban, ChevronsLeftRight, ChevronsRightLeft, CircleCheck, CircleX } from 'lucide-react';
import type { StatusOption } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { IconButton } from '../../ui/button.tsx';

export interface ColumnCount {
  count: number;
  value: number;
}

interface ColumnHeadProps {
  id: string;
  status: StatusOption;
  counted: ColumnCount | undefined;
  onFold: (() => void) | undefined;
  /** Why a dragged card cannot come here. */
  refusal: string | null;
}

const ends = { won: CircleCheck, lost: CircleX };

export const KindIcon = ({ kind }: Pick<StatusOption, 'kind'>) => {
  const Icon = kind === 'open' ? null : ends[kind];
  return Icon && <Icon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />;
};

/** Name, number and value of a column. */
export function ColumnHead({ id, status, counted, onFold, refusal }: ColumnHeadProps) {
  const { board, moving } = useTexts();
  const format = useFormat();
  return (
    <header className="flex items-center gap-1.5 px-3 py-2">
      <KindIcon kind={status.kind} />
      <h2 id={id} className="min-w-0 truncate font-semibold" title={status.name}>
        {status.name}
      </h2>
      {refusal === null ? (
        counted && (
          <p className="flex min-w-0 grow items-baseline gap-1.5 text-xs text-ink-soft">
            <span className="rounded-full bg-surface px-1.5 py-0.5 font-medium text-ink">
              <span aria-hidden="true">{format.number(counted.count)}</span>
              <span className="sr-only">{board.leads(counted.count, format.number(counted.count))}</span>
            </span>
            {counted.value > 0 && (
              <span className="ml-auto truncate" title={format.money(counted.value)}>
                {format.shortMoney(counted.value)}
              </span>
            )}
          </p>
        )
      ) : (
        <p className="flex min-w-0 grow items-center justify-end gap-1 text-xs font-medium text-danger">
          <Ban className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="truncate">{moving.notAllowed(refusal)}</span>
        </p>
      )}
      {onFold && (
        <IconButton
          label={board.fold(status.name)}
          icon={<ChevronsRightLeft className="size-4" aria-hidden="true" />}
          className="-mr-1.5 ml-auto size-6"
          aria-expanded={true}
          onClick={onFold}
        />
      )}
    </header>
  );
}

/** A folded column: its name along the side. */
export function FoldedHead({ id, status, counted, onFold, refusal }: ColumnHeadProps) {
  const { board } = useTexts();
  const format = useFormat();
  return (
    <div className="flex h-full flex-col items-center gap-2 py-2">
      <IconButton
        label={board.unfold(status.name)}
        icon={<ChevronsLeftRight className="size-4" aria-hidden="true" />}
        className="size-6"
        aria-expanded={false}
        onClick={onFold}
      />
      {counted && (
        <span className="rounded-full bg-surface px-1.5 py-0.5 text-xs font-medium" title={format.money(counted.value)}>
          <span aria-hidden="true">{format.number(counted.count)}</span>
          <span className="sr-only">{board.leads(counted.count, format.number(counted.count))}</span>
        </span>
      )}
      {refusal === null ? (
        <KindIcon kind={status.kind} />
      ) : (
        <Ban className="size-4 shrink-0 text-danger" aria-hidden="true" />
      )}
      <h2 id={id} className="min-h-0 truncate font-semibold [writing-mode:vertical-rl]" title={status.name}>
        {status.name}
      </h2>
    </div>
  );
}
