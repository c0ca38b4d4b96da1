import { ArrowRightLeft, Clock, UserRound } from 'lucide-react';
import { type MouseEvent, memo, useRef } from 'react';
import type { Format } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ScoreBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useDraggableCard } from './dragging.ts';
import type { BoardLead } from './placing.ts';

export interface CardProps {
  lead: BoardLead;
  /** The one card of its column that the Tab key comes to. */
  isStop: boolean;
  showOwner: boolean;
  mayMove: boolean;
  /** It waits for the service, or is being dragged. */
  isHeld: boolean;
  /** Made once for all cards: it is what costs most. */
  format: Format;
  age: (since: string) => string | null;
  onFocus: (id: string) => void;
  onOpen: (event: MouseEvent, id: string) => void;
  onMenu: (lead: BoardLead, button: HTMLElement) => void;
  isMenuOpen: boolean;
}

export const Card = memo(function Card(props: CardProps) {
  const { lead, isStop, showOwner, mayMove, isHeld, format, age, onFocus, onOpen, onMenu, isMenuOpen } = props;
  const { board, common } = useTexts();
  const card = useRef<HTMLDivElement>(null);
  useDraggableCard(card, lead, mayMove && !isHeld);
  const name = format.name(lead.contact);
  const since = lead.stage?.entered_at;
  const inStage = since === undefined ? null : age(since);
  return (
    <div
      ref={card}
      className={classNames(
        'relative flex flex-col gap-1.5 rounded-md border p-2.5 hover:border-line-strong',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-1 has-[a:focus-visible]:outline-accent',
        isHeld ? 'border-dashed border-line-strong bg-hover' : 'border-line bg-surface shadow-raised',
      )}
      aria-busy={isHeld || undefined}
    >
      <div className="flex items-start gap-1">
        <a
          href={`/leads/${lead.public_id}`}
          onClick={(event) => onOpen(event, lead.public_id)}
          draggable={false}
          data-lead={lead.public_id}
          tabIndex={isStop ? 0 : -1}
          onFocus={() => onFocus(lead.public_id)}
          title={name}
          className="min-w-0 grow truncate py-0.5 font-medium outline-none after:absolute after:inset-0 after:rounded-md"
        >
          {name}
        </a>
        {mayMove && (
          <IconButton
            data-move
            label={board.moveLead(name)}
            tabIndex={isStop ? 0 : -1}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={(event) => onMenu(lead, event.currentTarget)}
            icon={<ArrowRightLeft className="size-4" aria-hidden="true" />}
            className="relative z-10 -mt-1 -mr-1 size-7 text-ink-soft pointer-coarse:-mt-2 pointer-coarse:-mb-3"
          />
        )}
      </div>
      <div className="flex min-w-0 items-center gap-2 text-xs">
        <ScoreBadge score={lead.score} band={lead.score_band} />
        <span className="min-w-0 grow truncate text-ink-soft">{lead.source?.name}</span>
        <span className="shrink-0 font-medium">{format.money(lead.estimated_value)}</span>
      </div>
      <div className="flex min-w-0 items-center gap-2 text-xs text-ink-soft">
        {showOwner && (
          <p className="flex min-w-0 items-center gap-1">
            <UserRound className="size-3 shrink-0" aria-hidden="true" />
            <span className="sr-only">{`${common.fields.owner}: `}</span>
            <span className="truncate">{lead.owner?.name ?? common.nobody}</span>
          </p>
        )}
        {since && (
          <p className="ml-auto inline-flex shrink-0 items-center gap-1" title={format.time(since)}>
            <Clock className="size-3" aria-hidden="true" />
            <span aria-hidden="true">{inStage ?? board.justNow}</span>
            <span className="sr-only">{inStage === null ? board.justEntered : board.inStage(inStage)}</span>
          </p>
        )}
      </div>
    </div>
  );
});
