import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { sentenceOf } from '../../api/problems.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { useReportState } from './report-state.ts';

interface NoReportProps {
  query: UseQueryResult;
  state: ReturnType<typeof useReportState>;
}

/** In place of a report: it is coming, it could not be read, or there is nothing to report. */
export function NoReport({ query, state }: NoReportProps) {
  const texts = useReportTexts();
  const common = useTexts();
  const { scope } = useMe();
  if (query.isError) {
    return (
      <Empty
        title={texts.failed}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {common.common.retry}
          </Button>
        }
      >
        <p role="alert">{sentenceOf(query.error, common)}</p>
      </Empty>
    );
  }
  if (query.isPending) return <Waiting />;
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <div className="rounded-lg border border-line bg-surface">
      <Empty
        title={texts.none}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {isFiltered && (
              <Button onClick={() => state.change({ source: '', owner: '', team: '' })}>{texts.clear}</Button>
            )}
            {state.period !== 'this_year' && (
              <Button onClick={() => state.change({ created_at: 'this_year' })}>{texts.showYear}</Button>
            )}
          </span>
        }
      >
        {scope === 'own' && !isFiltered ? texts.noneOwnHint : texts.noneHint}
      </Empty>
    </div>
  );
}

const SLOW_MS = 3_000;

function Waiting() {
  const texts = useReportTexts();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <p role="status" className="flex items-center gap-2 text-ink-soft">
        <Spinner />
        {isSlow ? texts.slow : texts.loading}
      </p>
      <Skeleton className="h-16" />
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </div>
  );
}
