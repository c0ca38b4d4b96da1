import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Lead } from '../../api/leads.ts';
import { type Format, useFormat } from '../../format/format.ts';
import { useNow } from '../../format/now.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import { ScoreBadge, StatusBadge } from '../../ui/badge.tsx';
import { useLastPlace } from './last-place.ts';
import { LeadLink } from './lead-link.tsx';
import { ListEnd } from './list-end.tsx';
import { remPixels } from './page-facts.ts';
import type { Selection } from './selection.ts';
import type { LeadList } from './use-lead-list.ts';

interface LeadCardsProps {
  list: LeadList;
  selection: Selection | null;
  total: number | null;
}

const CARD_REM = 5;
const AHEAD = 20;

const scroller = (): HTMLElement | null => document.getElementById('content');

/** How far below the beginning of what is scrolled something stands. */
const distance = (scrolled: HTMLElement | null, inner: HTMLElement | null): number =>
  scrolled === null || inner === null
    ? 0
    : Math.round(inner.getBoundingClientRect().top - scrolled.getBoundingClientRect().top + scrolled.scrollTop);

/** The list on a phone. The page itself scrolls. */
export function LeadCards({ list, selection, total }: LeadCardsProps) {
  const texts = useTexts();
  const format = useFormat();
  const now = useNow();
  const { leads, readMore, query } = list;
  const place = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  // What is above the list changes with the filters and messages.
  useLayoutEffect(() => setAbove(distance(scroller(), place.current)));
  const opened = useLastPlace(list.hash, 0, scroller);
  const [cardHeight] = useState(() => CARD_REM * remPixels());
  const rows = useVirtualizer({
    count: leads.length,
    getScrollElement: scroller,
    estimateSize: () => cardHeight,
    scrollMargin: above,
    overscan: 8,
    initialOffset: opened.offset,
  });
  const last = rows.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= leads.length - AHEAD) readMore();
  });
  return (
    <>
      <ul
        ref={place}
        aria-label={texts.leads.table}
        aria-busy={query.isPlaceholderData}
        className={`relative border-t border-line bg-surface ${query.isPlaceholderData ? 'opacity-60' : ''}`}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const lead = leads[index];
          if (lead === undefined) return null;
          return (
            <li
              key={lead.public_id}
              aria-setsize={total ?? -1}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start - above}px)` }}
            >
              <LeadCard
                lead={lead}
                index={index}
                isChosen={selection?.has(lead.public_id) ?? null}
                onToggle={selection?.isOld ? undefined : selection?.toggle}
                format={format}
                texts={texts}
                now={now}
              />
            </li>
          );
        })}
      </ul>
      <ListEnd list={list} />
    </>
  );
}

interface LeadCardProps {
  lead: Lead;
  index: number;
  isChosen: boolean | null;
  /** Undefined while it cannot be chosen. */
  onToggle: ((index: number) => void) | undefined;
  format: Format;
  texts: Texts;
  now: number;
}

const LeadCard = memo(function LeadCard({ lead, index, isChosen, onToggle, format, texts, now }: LeadCardProps) {
  const name = format.name(lead.contact);
  return (
    <div className={`flex h-full items-stretch border-b border-line ${isChosen ? 'bg-accent-soft' : ''}`}>
      {isChosen !== null && (
        <label className="flex w-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            aria-label={texts.leads.selection.one(name)}
            checked={isChosen}
            disabled={onToggle === undefined}
            onChange={() => onToggle?.(index)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <LeadLink
        id={lead.public_id}
        className={`flex min-w-0 grow flex-col justify-center gap-1 py-2 pr-3 -outline-offset-2! ${isChosen === null ? 'pl-3' : ''}`}
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 grow truncate text-base font-medium">{name}</span>
          <span className="max-w-[45%] shrink-0">
            <StatusBadge status={lead.status} />
          </span>
        </span>
        <span className="flex items-center gap-2 text-xs text-ink-soft">
          <ScoreBadge score={lead.score} band={lead.score_band} />
          <span className="min-w-0 grow truncate">{lead.owner?.name ?? texts.common.nobody}</span>
          <time className="shrink-0" dateTime={lead.last_activity_at}>
            {format.ago(lead.last_activity_at, now)}
          </time>
        </span>
      </LeadLink>
    </div>
  );
});
