import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Import } from '../../../api/imports.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { saveFile } from '../../../leads/export-leads.ts';
import { useImportTexts } from '../../../texts/imports.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FailuresTable } from './failures-table.tsx';
import { failuresName, failuresQuery, readAllFailures } from './read-failures.ts';

/** The first rows that failed, with the reason, and all of them as a file. Nothing where none did. */
export function FailedRows({ shown, level }: { shown: Import; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const texts = useTexts();
  const { failures: words } = useImportTexts();
  const { number } = useFormat();
  const { public_id, failed, dry_run, links } = shown;
  const isKept = links.failures !== null;
  const first = useQuery({ ...failuresQuery(public_id, failed), enabled: isKept });
  if (failed === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Heading className={`grow ${level === 2 ? 'text-base font-semibold' : 'font-medium'}`}>
          {dry_run ? words.trialTitle : words.title}
        </Heading>
        {isKept && <DownloadFailures shown={shown} />}
      </div>
      {!isKept && <Notice>{words.gone}</Notice>}
      {isKept && <p className="max-w-3xl text-ink-soft">{words.hint}</p>}
      {first.isError && (
        <Notice kind="problem">
          <p>{`${words.notRead} ${sentenceOf(first.error, texts)}`}</p>
          <Button className="mt-1" busy={first.isFetching} onClick={() => void first.refetch()}>
            {texts.common.retry}
          </Button>
        </Notice>
      )}
      {isKept && first.isPending && <Skeleton className="h-24" />}
      {first.data !== undefined && (
        <>
          <FailuresTable failures={first.data} label={dry_run ? words.trialTitle : words.title} />
          {failed > first.data.failures.length && (
            <p className="text-ink-soft">{words.first(number(first.data.failures.length))}</p>
          )}
        </>
      )}
    </div>
  );
}

function DownloadFailures({ shown: { public_id, name } }: { shown: Import }) {
  const texts = useTexts();
  const { failures: words } = useImportTexts();
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const download = useMutation({
    mutationFn: async () => {
      ending.current = new AbortController();
      saveFile(await readAllFailures(public_id, ending.current.signal), failuresName(name));
    },
    onSuccess: () => toast({ title: words.saved }),
    onError: (error) => toast({ kind: 'problem', title: words.notRead, description: sentenceOf(error, texts) }),
  });
  return (
    <Button
      busy={download.isPending}
      icon={<Download className="size-4" aria-hidden="true" />}
      onClick={() => download.mutate()}
    >
      {words.download}
    </Button>
  );
}
