import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelImport, type Import, isOver } from '../../api/imports.ts';
import { sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Stops an import, after saying what stays. */
export function CancelButton({ shown }: { shown: Import }) {
  const texts = useTexts();
  const { cancel, one } = useImportTexts();
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { public_id, dry_run, created, rows, processed } = shown;
  const stop = useMutation({ mutationFn: () => cancelImport(public_id), onSuccess: () => setOpen(false) });
  if (isOver(shown)) return null;
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {dry_run ? one.cancelTrial : one.cancel}
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={cancel.title}
          description={dry_run ? cancel.trialText : cancel.text(number(created), number(rows - processed))}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>{cancel.keep}</Button>
              <Button look="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
                {cancel.stop}
              </Button>
            </>
          }
        >
          {stop.isError && <Notice kind="problem">{sentenceOf(stop.error, texts)}</Notice>}
        </Dialog>
      )}
    </>
  );
}
