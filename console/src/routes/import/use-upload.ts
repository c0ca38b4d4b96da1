import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FileGone, type Import, sendFile } from '../../api/imports.ts';
import { fieldErrors, hasCode, sentenceOf } from '../../api/problems.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.tsx';

interface Options {
  file: File;
  query: Readonly<Record<string, string>>;
  onBusy: (isBusy: boolean) => void;
  onSent: (made: Import, isTrial: boolean) => void;
}

/** Sends the file, as a trial or for real. It ends when the person stops it or goes elsewhere. */
export function useUpload({ file, query, onBusy, onSent }: Options) {
  const texts = useTexts();
  const { upload } = useImportTexts();
  const ending = useRef<AbortController>(null);
  /** Whether going elsewhere would end it: asked at that moment, so not a state. */
  const isSending = useRef(false);
  const [sent, setSent] = useState(0);
  useEffect(() => () => ending.current?.abort(), []);
  const set = (is: boolean) => {
    isSending.current = is;
    onBusy(is);
  };
  const work = useMutation({
    mutationFn: async (isTrial: boolean) => {
      setSent(0);
      ending.current = new AbortController();
      const { signal } = ending.current;
      set(true);
      try {
        return await sendFile({ file, query: { ...query, dry_run: String(isTrial) }, signal, onSent: setSent });
      } finally {
        set(false);
      }
    },
    onSuccess: onSent,
  });
  const isStopped = work.isError && ending.current?.signal.aborted === true;

  /** What went wrong, in words; null if nothing did, or the person stopped it. */
  const problem = (): string | null => {
    if (!work.isError || isStopped) return null;
    const { error } = work;
    if (error instanceof FileGone) return upload.gone;
    if (hasCode(error, 'conflict')) return upload.full;
    if (hasCode(error, 'malformed_request')) return upload.notUtf8;
    const refused = Object.entries(fieldErrors(error)).map(([field, messages]) =>
      upload.fault(columnOf(field), messages.join(', ')),
    );
    return refused.length > 0 ? `${upload.refused} ${refused.join(' ')}` : sentenceOf(error, texts);
  };
  return {
    start: (isTrial: boolean) => work.mutate(isTrial),
    stop: () => ending.current?.abort(),
    isSending,
    /** Null while nothing is sent. */
    sent: work.isPending ? sent : null,
    isTrial: work.variables ?? true,
    problem: problem(),
  };
}

/** `mapping[Mobile no]` is about that column, `body` about the file. */
const columnOf = (field: string): string | null =>
  field === 'body' ? null : (/^mapping\[(.*)\]$/s.exec(field)?.[1] ?? field);
