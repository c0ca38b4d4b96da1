import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { isOver, jobQuery } from '../../api/jobs.ts';
import { LISTS } from '../../api/leads.ts';
import { hasCode } from '../../api/problems.ts';
import { queryClient } from '../../api/query-client.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Watched } from './watched-jobs.ts';

const JobDialog = lazyDialog(async () => (await import('./job-dialog.tsx')).JobDialog);

interface JobIndicatorsProps {
  watched: readonly Watched[];
  /** The one that was just begun, shown at once. */
  opened: string | null;
  onForget: (id: string) => void;
}

/** A small sign for each bulk change that goes on, or whose outcome was not seen. */
export function JobIndicators({ watched, opened, onForget }: JobIndicatorsProps) {
  return watched.map((job) => (
    <JobIndicator key={job.id} watched={job} isOpened={job.id === opened} onForget={() => onForget(job.id)} />
  ));
}

interface JobIndicatorProps {
  watched: Watched;
  isOpened: boolean;
  onForget: () => void;
}

function JobIndicator({ watched, isOpened, onForget }: JobIndicatorProps) {
  const { leads, common } = useTexts();
  const format = useFormat();
  const { data: job, error } = useQuery(jobQuery(watched.id));
  const [isOpen, setOpen] = useState(isOpened);
  const isDone = job !== undefined && isOver(job);
  const isGone = hasCode(error, 'not_found');
  const forget = useRef(onForget);
  useEffect(() => {
    forget.current = onForget;
  });
  useEffect(() => {
    // Leads that no longer match go out of the list; those of long lists when it is read anew.
    if (isDone) void queryClient.invalidateQueries({ queryKey: LISTS });
    if (isDone) void queryClient.invalidateQueries({ queryKey: ['leads', 'counts'] });
  }, [isDone]);
  useEffect(() => {
    if (isGone) forget.current();
  }, [isGone]);
  const close = () => {
    setOpen(false);
    if (isDone) onForget();
  };
  const hasFailed = isDone && job.failed > 0;
  const title = leads.bulk.titles[job?.state ?? 'queued'];
  const text = (): string => {
    if (job === undefined) return title;
    if (isDone) {
      const changed = leads.bulk.changed(format.number(job.changed), job.changed === 1);
      return hasFailed ? `${changed} ${leads.bulk.notChanged(format.number(job.failed))}` : changed;
    }
    return [title, leads.bulk.progress(format.number(job.processed), format.number(job.total))].join(' · ');
  };
  return (
    <>
      <span className="inline-flex items-center">
        <span role="status" className="sr-only">
          {isDone ? text() : title}
        </span>
        <Button
          onClick={() => setOpen(true)}
          icon={
            hasFailed ? (
              <TriangleAlert className="size-4 text-danger" aria-hidden="true" />
            ) : isDone ? (
              <CircleCheck className="size-4 text-good" aria-hidden="true" />
            ) : (
              <Spinner />
            )
          }
        >
          {text()}
        </Button>
        {isDone && <IconButton label={common.close} icon={<X className="size-4" />} onClick={onForget} />}
      </span>
      {isOpen && (
        <Suspense>
          <JobDialog watched={watched} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
