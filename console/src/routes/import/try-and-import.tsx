import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { LeadOptions } from '../../api/leads.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Mistakes } from './mapping/mapping.ts';
import { MistakeList } from './mapping/mistake-list.tsx';
import { useSize } from './size.ts';
import { Step } from './step.tsx';
import { Trial } from './trial.tsx';
import { UploadGuard } from './upload-guard.tsx';
import { useUpload } from './use-upload.ts';

interface TryAndImportProps {
  file: File;
  /** All that the service is told of the file. */
  query: Readonly<Record<string, string>>;
  mistakes: Mistakes | null;
  options: LeadOptions;
  onBusy: (isBusy: boolean) => void;
}

/** Tries the import out, and then does it, with the same file and choices. */
export function TryAndImport({ file, query, mistakes, options, onBusy }: TryAndImportProps) {
  const { trial: words, actions, upload: sending } = useImportTexts();
  const navigate = useNavigate();
  const [trial, setTrial] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const upload = useUpload({
    file,
    query,
    onBusy,
    onSent: ({ public_id }, isTrial) => {
      if (isTrial) setTrial(public_id);
      else void navigate({ to: '/import/$importId', params: { importId: public_id } });
    },
  });
  const isSending = upload.sent !== null;
  const isTrying = trial !== null && !isTried;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What comes of a press appears below the page's end.
    if (isSending || isTried) head.current?.scrollIntoView({ block: 'start' });
  }, [isSending, isTried]);
  const begin = (isTrial: boolean) => {
    if (mistakes !== null) return focusFirstMistake();
    if (isTrial) {
      setTrial(null);
      setTried(false);
    }
    upload.start(isTrial);
  };
  return (
    <Step title={words.title} headRef={head}>
      <UploadGuard isSending={upload.isSending} />
      {mistakes !== null && <MistakeList mistakes={mistakes} options={options} />}
      {upload.problem !== null && (
        <Notice kind="problem">
          <p className="font-medium">{sending.failed}</p>
          <p className="break-words text-ink">{upload.problem}</p>
        </Notice>
      )}
      {upload.sent !== null && <Sending sent={upload.sent} total={file.size} />}
      {trial !== null && !(isSending && upload.isTrial) && <Trial id={trial} onOver={setTried} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look={isTried ? 'secondary' : 'primary'}
          busy={isTrying || (isSending && upload.isTrial)}
          disabled={isSending && !upload.isTrial}
          onClick={() => begin(true)}
        >
          {isTried ? actions.tryAgain : actions.try}
        </Button>
        <Button
          look={isTried ? 'primary' : 'secondary'}
          busy={isSending && !upload.isTrial}
          disabled={isTrying || (isSending && upload.isTrial)}
          onClick={() => begin(false)}
        >
          {actions.now}
        </Button>
        {isSending && <Button onClick={upload.stop}>{actions.stop}</Button>}
      </div>
    </Step>
  );
}

function Sending({ sent, total }: { sent: number; total: number }) {
  const { upload } = useImportTexts();
  const size = useSize();
  const isSent = sent >= total;
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="font-medium">
        {isSent ? upload.storing : upload.title}
      </p>
      <Progress label={upload.title} done={sent} total={isSent ? null : total} />
      <p className="text-ink-soft tabular-nums">{upload.progress(size(sent), size(total))}</p>
    </div>
  );
}

const focusFirstMistake = () => document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus();
