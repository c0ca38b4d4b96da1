import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Filters, Sort } from '../api/leads.ts';
import { useMe } from '../api/me.ts';
import { isProblem, sentenceOf } from '../api/problems.ts';
import { useFormat } from '../format/format.ts';
import { dayIn } from '../format/zoned.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/progress.tsx';
import { MANY_LEADS, MOST_BYTES, readCsv, saveFile, TooLarge } from './export-leads.ts';

interface ExportDialogProps {
  filters: Filters;
  sort: Sort;
  /** How many match; null if it is not known. */
  total: number | null;
  onClose: () => void;
}

/** Saves what the list shows as a file. Closing it ends the export. */
export function ExportDialog({ filters, sort, total, onClose }: ExportDialogProps) {
  const texts = useTexts();
  const { exporting, bulk } = texts.leads;
  const format = useFormat();
  const timeZone = useMe().organization.time_zone;
  const ending = useRef<AbortController>(null);
  const [bytes, setBytes] = useState(0);
  useEffect(() => () => ending.current?.abort(), []);
  const size = (count: number): string =>
    count < 1_000_000
      ? `${format.number(Math.ceil(count / 1_000))} kB`
      : `${format.number(Math.round(count / 100_000) / 10)} MB`;
  const work = useMutation({
    mutationFn: async () => {
      setBytes(0);
      ending.current = new AbortController();
      const { signal } = ending.current;
      const file = await readCsv({ filters, sort, signal, onBytes: throttled(setBytes) });
      saveFile(file, `leads-${dayIn(new Date().toISOString(), timeZone)}.csv`);
      return file.size;
    },
  });
  const failure = (error: unknown): string => {
    if (error instanceof TooLarge) return exporting.tooLarge(size(MOST_BYTES));
    return isProblem(error) ? sentenceOf(error, texts) : exporting.failed;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={exporting.title}
      description={
        total === null ? exporting.whatUnknown : exporting.what(bulk.leads(format.number(total), total === 1))
      }
      actions={
        work.isSuccess ? (
          <Button look="primary" onClick={onClose}>
            {texts.common.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{texts.common.cancel}</Button>
            <Button look="primary" busy={work.isPending} onClick={() => work.mutate()}>
              {work.isError ? texts.common.retry : exporting.start}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {work.isIdle && total !== null && total > MANY_LEADS && <Notice>{exporting.large}</Notice>}
        {work.isPending && (
          <>
            <Progress label={exporting.progress} done={0} total={null} />
            <p className="tabular-nums">{exporting.received(size(bytes))}</p>
          </>
        )}
        {work.isError && <Notice kind="problem">{failure(work.error)}</Notice>}
        {work.isSuccess && <Notice kind="good">{exporting.done(size(work.data))}</Notice>}
      </div>
    </Dialog>
  );
}

const EVERY_MS = 200;

/** Chunks come by the hundred a second. */
function throttled(show: (bytes: number) => void): (bytes: number) => void {
  let last = 0;
  return (bytes) => {
    if (Date.now() - last < EVERY_MS) return;
    last = Date.now();
    show(bytes);
  };
}
