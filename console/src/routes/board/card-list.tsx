import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Lead, StatusOption } from '../../api/leads.ts';
import { useMay, useMe } from '../../api/me.ts';
import { sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { MoveMenu } from '../../leads/move-menu.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useAge } from './age.ts';
import { Card } from './card.tsx';
import type { ColumnCount } from './column-head.tsx';
import { columnQuery } from './columns.ts';
import { useHandles } from './handles.ts';
import { useHealing } from './healing.ts';
import { type BoardLead, type Column, shownIn } from './placing.ts';

interface CardListProps {
  status: StatusOption;
  board: Pick<Column, 'filters' | 'sort'>;
  held: ReadonlyMap<string, BoardLead>;
  counted: ColumnCount | undefined;
  move: (lead: Lead, to: StatusOption) => Promise<Lead | null>;
}

const CARD_PX = 101;
const GAP_PX = 8;
/** So many cards before the end, the next page is asked for. */
const AHEAD = 15;

/** The cards of a column. Only those in sight are drawn, and pages are read as they come near. */
export function CardList({ status, board, held, counted, move }: CardListProps) {
  const texts = useTexts();
  const { role } = useMe();
  const may = useMay();
  const age = useAge();
  const format = useFormat();
  const handles = useHandles();
  const scroller = useRef<HTMLDivElement>(null);
  const column = useMemo(() => ({ status: status.public_id, ...board }), [status.public_id, board]);
  const query = useInfiniteQuery(columnQuery(column));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const leads = useMemo(() => shownIn(column, data, held), [column, data, held]);
  useHealing(column, query, counted?.count, leads.length);

  const navigate = useNavigate();
  const open = useCallback(
    (event: MouseEvent, leadId: string) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // as any link, in a tab or window of its own
      event.preventDefault();
      void navigate({ to: '/leads/$leadId', params: { leadId } });
    },
    [navigate],
  );
  const [menu, setMenu] = useState<{ lead: BoardLead; button: HTMLElement } | null>(null);
  const openMenu = useCallback((lead: BoardLead, button: HTMLElement) => setMenu({ lead, button }), []);

  const [stop, setStop] = useState<string | null>(null);
  const stopIndex = Math.max(
    0,
    leads.findIndex((lead) => lead.public_id === stop),
  );
  // The card that has the focus stays drawn when it is scrolled out of sight.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range);
      return stopIndex >= range.count || inSight.includes(stopIndex)
        ? inSight
        : [...inSight, stopIndex].sort((one, other) => one - other);
    },
    [stopIndex],
  );
  const virtual = useVirtualizer({
    count: leads.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => leads[index]?.public_id ?? index,
    estimateSize: () => CARD_PX,
    gap: GAP_PX,
    overscan: 4,
    paddingStart: 2,
    paddingEnd: GAP_PX,
    rangeExtractor,
  });
  const items = virtual.getVirtualItems();

  useLayoutEffect(() => {
    handles.set(status.public_id, {
      ids: leads.map((lead) => lead.public_id),
      firstVisible: () => virtual.range?.startIndex ?? 0,
      scrollTo: (index) => virtual.scrollToIndex(index),
    });
    return () => void handles.delete(status.public_id);
  }, [handles, status.public_id, leads, virtual]);

  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError && last >= leads.length - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, last, leads.length, fetchNextPage]);

  const problem = query.isError && (
    <div className="flex flex-col gap-2 p-2">
      <Notice kind="problem">{sentenceOf(query.error, texts)}</Notice>
      <Button onClick={() => void (isFetchNextPageError ? fetchNextPage() : query.refetch())}>
        {texts.common.retry}
      </Button>
    </div>
  );
  if (data === undefined && problem) return problem;
  if (query.isPending) {
    return (
      <div className="flex flex-col gap-2 px-2 pt-0.5">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-24 bg-surface" />
        ))}
      </div>
    );
  }
  return (
    <div
      ref={scroller}
      data-scroller
      className="min-h-0 grow overflow-y-auto overscroll-contain px-2 [scrollbar-width:thin]"
    >
      {leads.length === 0 && <p className="px-1 py-6 text-center text-xs text-ink-soft">{texts.board.empty}</p>}
      <ul
        aria-label={status.name}
        aria-describedby="board-keys"
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const lead = leads[index];
          return (
            lead && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={Math.max(counted?.count ?? 0, leads.length)}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Card
                  lead={lead}
                  isStop={index === stopIndex}
                  showOwner={role !== 'agent'}
                  mayMove={may('leads:move')}
                  isHeld={held.has(lead.public_id)}
                  format={format}
                  age={age}
                  onFocus={setStop}
                  onOpen={open}
                  onMenu={openMenu}
                  isMenuOpen={menu?.lead.public_id === lead.public_id}
                />
              </li>
            )
          );
        })}
      </ul>
      {isFetchNextPageError && problem}
      {query.isFetchingNextPage && (
        <p className="flex items-center justify-center gap-2 pb-3 text-xs text-ink-soft">
          <Spinner />
          {texts.common.loading}
        </p>
      )}
      {menu && <MoveMenu lead={menu.lead} move={move} beside={{ anchor: menu.button, onClose: () => setMenu(null) }} />}
    </div>
  );
}
