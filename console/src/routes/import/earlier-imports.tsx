import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Import, importQuery, importsQuery, isOver } from '../../api/imports.ts';
import { sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { useActorName } from '../../leads/actor-name.ts';
import { RecordList, RecordRow } from '../../settings/record-list.tsx';
import { useImportTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBadges } from './state-badges.tsx';

/** What was imported before, newest first; older ones come as they are scrolled to. */
export function EarlierImports() {
  const texts = useTexts();
  const { list } = useImportTexts();
  const query = useInfiniteQuery(importsQuery);
  const imports = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const { isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = useWhenSeen(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  });
  return (
    <section aria-label={list.title} className="flex flex-col gap-2 pt-2">
      <h2 className="text-base font-semibold">{list.title}</h2>
      {query.isPending && <Skeleton className="h-32" />}
      {query.isError && imports.length === 0 && (
        <Empty
          title={list.notLoaded}
          action={
            <Button busy={isFetching} onClick={() => void query.refetch()}>
              {texts.common.retry}
            </Button>
          }
        >
          <p role="alert">{sentenceOf(query.error, texts)}</p>
        </Empty>
      )}
      {query.isSuccess && imports.length === 0 && <Empty title={list.none}>{list.noneHint}</Empty>}
      {imports.length > 0 && (
        <RecordList label={list.title}>
          {imports.map((one) => (
            <EarlierImport key={one.public_id} listed={one} />
          ))}
        </RecordList>
      )}
      {isFetchNextPageError && <p role="alert">{`${list.moreNotLoaded} ${sentenceOf(query.error, texts)}`}</p>}
      {query.hasNextPage && (
        <div ref={end} className="flex justify-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchNextPageError ? texts.common.retry : list.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function EarlierImport({ listed }: { listed: Import }) {
  const { list, progress } = useImportTexts();
  const format = useFormat();
  const actorName = useActorName();
  const { public_id } = listed;
  // At most ten of an organization are not over, and only those are read again.
  const { data: shown } = useQuery({ ...importQuery(public_id), initialData: listed, enabled: !isOver(listed) });
  const current = isOver(listed) ? listed : shown;
  const { name, created, duplicates, failed, processed, rows, dry_run, created_at, actor, state } = current;
  const { number } = format;
  const summary = dry_run ? list.trialSummary : list.summary;
  return (
    <RecordRow
      name={name}
      to={`/import/${public_id}`}
      badges={<StateBadges shown={current} />}
      detail={
        <>
          <p className="tabular-nums">
            {state === 'running' && `${progress(number(processed), number(rows))} · `}
            {summary(number(created), number(duplicates), number(failed))}
          </p>
          <p className="text-xs">{list.by(actorName(actor), format.time(created_at))}</p>
        </>
      }
    />
  );
}

/** Tells when an element comes into sight. */
function useWhenSeen(onSeen: () => void) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  });
  return element;
}
