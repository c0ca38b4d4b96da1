import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { countsQuery, type Lead, optionsQuery, type StatusOption } from '../../api/leads.ts';
import { mayMove } from '../../leads/stage-rules.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { SetUpLink } from '../../shell/set-up-link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { useArrivals } from './arrivals.ts';
import { useAutoScroll } from './auto-scroll.ts';
import { Column } from './column.tsx';
import type { ColumnCount } from './column-head.tsx';
import { useDragging } from './dragging.ts';
import { FilterBar } from './filter-bar.tsx';
import { filterNames, useBoardSearch } from './filters.ts';
import { useFolded } from './folded.ts';
import { focusCard, type Handles, HandlesContext, hasFocus } from './handles.ts';
import { onBoardKey } from './keys.ts';
import { useMovingCards } from './moving-cards.ts';
import { SingleColumn } from './single-column.tsx';

/** What nobody is told of, such as leads that went to another team, shows in the counts after so long. */
const RECOUNT_MS = 60_000;

/** The pipeline: a column a status, and cards that can be moved. */
export function Board() {
  const { shell, board: texts } = useTexts();
  usePageTitle(shell.board);
  const { statuses } = useSuspenseQuery(optionsQuery).data;
  const { search, filters, sort, change } = useBoardSearch();
  const isWide = useIsWide();
  const listed = useMemo(() => ({ filters, sort }), [filters, sort]);
  const { isFolded, fold } = useFolded();
  const { held, hold, release, moveCard, announced } = useMovingCards(listed);
  const handles = useRef<Handles>(new Map()).current;
  const area = useRef<HTMLDivElement>(null);
  const { data: counts } = useQuery({ ...countsQuery('status', filters), refetchInterval: RECOUNT_MS });
  const counted = useMemo(() => {
    const groups = (counts ?? []).map(({ group, count, estimated_value }) => [
      group?.public_id ?? '',
      { count, value: estimated_value },
    ]);
    return new Map<string, ColumnCount>(groups as [string, ColumnCount][]);
  }, [counts]);

  useArrivals(listed);
  useAutoScroll(area);
  const dragging = useDragging({
    statuses,
    onStart: hold,
    onDrop: (lead, to) => {
      if (to === null) release(lead.public_id);
      else void moveCard(lead, to);
    },
  });

  /** From the menu: the focus goes with the card, or to the next one where the card is no longer drawn. */
  const moveFromMenu = useCallback(
    async (lead: Lead, to: StatusOption) => {
      const ids = handles.get(lead.status.public_id)?.ids ?? [];
      const at = ids.indexOf(lead.public_id);
      const next = ids[at + 1] ?? ids[at - 1];
      const moved = await moveCard(lead, to);
      setTimeout(() => {
        if (!hasFocus(lead.public_id)) return; // the person went on meanwhile
        if (!focusCard(handles, lead.public_id) && next !== undefined) focusCard(handles, next);
      }, FOCUS_MS);
      return moved;
    },
    [handles, moveCard],
  );

  const isNothing = counts?.every(({ count }) => count === 0) === true && held.size === 0;
  const isFiltered = filterNames.some((name) => search[name]);
  return (
    <HandlesContext value={handles}>
      <div className="flex h-full flex-col">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-3 md:flex-nowrap md:px-5">
          <h1 className="text-xl font-semibold">{shell.board}</h1>
          <FilterBar search={search} sort={sort} onChange={change} />
        </header>
        <p role="status" className="sr-only">
          {announced}
        </p>
        <p id="board-keys" className="sr-only">
          {texts.keys}
        </p>
        {isNothing && (
          <Empty
            title={isFiltered ? texts.noMatch : texts.noLeads}
            action={
              isFiltered ? (
                <Button onClick={() => change(Object.fromEntries(filterNames.map((name) => [name, ''])))}>
                  {texts.clear}
                </Button>
              ) : (
                <SetUpLink />
              )
            }
          >
            {!isFiltered && texts.noLeadsHint}
          </Empty>
        )}
        {!isNothing &&
          (isWide ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keys go to the links of the cards within
            <div
              ref={area}
              onKeyDown={(event) =>
                onBoardKey(
                  event,
                  handles,
                  statuses.map(({ public_id }) => public_id),
                )
              }
              className="relative flex min-h-0 grow gap-3 overflow-x-auto px-3 pb-3 md:px-5"
            >
              {statuses.map((status) => {
                const isRefused =
                  dragging !== null &&
                  dragging.lead.status.public_id !== status.public_id &&
                  !mayMove(dragging.from, status);
                return (
                  <Column
                    key={status.public_id}
                    status={status}
                    statuses={statuses}
                    board={listed}
                    counted={counted.get(status.public_id)}
                    held={held}
                    isFolded={isFolded(status)}
                    onFold={fold}
                    refusal={isRefused ? dragging.lead.status.name : null}
                    move={moveFromMenu}
                  />
                );
              })}
            </div>
          ) : (
            <SingleColumn
              statuses={statuses}
              chosen={search.column}
              onChoose={(column) => change({ column })}
              counted={counted}
              board={listed}
              held={held}
              move={moveFromMenu}
            />
          ))}
      </div>
    </HandlesContext>
  );
}

/** A menu that closes gives the focus back to its button first. */
const FOCUS_MS = 60;
