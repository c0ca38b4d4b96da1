import { useMutation, useQuery } from '@tanstack/react-query';
import { isOver, type Job, jobQuery, stopJob } from '../../api/jobs.ts';
import { useMay } from '../../api/me.ts';
import { hasCode, sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { JobOutcome } from './job-outcome.tsx';
import type { Watched } from './watched-jobs.ts';

interface JobDialogProps {
  watched: Watched;
  onClose: () => void;
}

/** How far a bulk change is, and what it did. Closing the dialog does not stop it. */
export function JobDialog({ watched, onClose }: JobDialogProps) {
  const texts = useTexts();
  const { bulk } = texts.leads;
  const may = useMay();
  const { data: job, error } = useQuery(jobQuery(watched.id));
  const stop = useMutation({ mutationFn: () => stopJob(watched.id) });
  const isRunning = job !== undefined && !isOver(job);
  return (
    <Dialog
      open
      onClose={onClose}
      title={bulk.titles[job?.state ?? 'queued']}
      actions={
        <>
          {isRunning && may('leads:update') && (
            <Button look="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
              {bulk.stop}
            </Button>
          )}
          <Button look={isRunning ? 'secondary' : 'primary'} onClick={onClose}>
            {bulk.hide}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {stop.isError && <Notice kind="problem">{sentenceOf(stop.error, texts)}</Notice>}
        {error !== null && <Notice>{hasCode(error, 'not_found') ? bulk.gone : bulk.unreadable}</Notice>}
        {job !== undefined && isRunning && <JobProgress job={job} />}
        {job !== undefined && !isRunning && <JobOutcome job={job} watched={watched} onLeave={onClose} />}
      </div>
    </Dialog>
  );
}

function JobProgress({ job: { processed, total } }: { job: Job }) {
  const { bulk } = useTexts().leads;
  const format = useFormat();
  return (
    <>
      <Progress label={bulk.titles.running} done={processed} total={total} />
      <p className="tabular-nums">{bulk.progress(format.number(processed), format.number(total))}</p>
      <p className="text-ink-soft">{bulk.goesOn}</p>
    </>
  );
}
