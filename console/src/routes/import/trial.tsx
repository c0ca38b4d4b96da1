import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cancelImport, type Import, importQuery, isOver } from '../../api/imports.ts';
import { hasCode, sentenceOf } from '../../api/problems.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Counts } from './counts.tsx';
import { FailedRows } from './failures/failed-rows.tsx';
import { ImportProgress } from './import-progress.tsx';

/** How a dry run goes, and what it found. */
export function Trial({ id, onOver }: { id: string; onOver: (isOver: boolean) => void }) {
  const { trial, one } = useImportTexts();
  const { data, error } = useQuery(importQuery(id));
  const isGone = hasCode(error, 'not_found');
  const isDone = isGone || (data !== undefined && isOver(data));
  const told = useRef(onOver);
  useEffect(() => {
    told.current = onOver;
  });
  useEffect(() => {
    if (isDone) told.current(true);
  }, [isDone]);
  return (
    <>
      {error !== null && <Notice>{isGone ? trial.failed : one.notRead}</Notice>}
      {data !== undefined && !isDone && (
        <div className="flex flex-col items-start gap-2">
          <p role="status" className="font-medium">
            {data.state === 'queued' ? one.waits : trial.running}
          </p>
          <ImportProgress shown={data} />
          <StopButton id={id} />
        </div>
      )}
      {data !== undefined && isDone && <Found found={data} />}
    </>
  );
}

function StopButton({ id }: { id: string }) {
  const texts = useTexts();
  const { actions } = useImportTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const stop = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await cancelImport(id);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button busy={busy} onClick={() => void stop()}>
        {actions.stop}
      </Button>
      {problem !== null && <Notice kind="problem">{sentenceOf(problem, texts)}</Notice>}
    </>
  );
}

function Found({ found }: { found: Import }) {
  const { trial } = useImportTexts();
  if (found.state !== 'done') {
    return <Notice>{found.state === 'cancelled' ? trial.stopped : trial.failed}</Notice>;
  }
  const isUseful = found.created + found.duplicates > 0;
  return (
    <>
      <Counts shown={found} />
      <Notice kind={isUseful ? 'good' : 'problem'}>{isUseful ? trial.done : trial.noneLeft}</Notice>
      <FailedRows shown={found} level={3} />
    </>
  );
}
