import { useState } from 'react';
import { cancelImport, type Import, isOver } from '../../api/imports.ts';
import { useFormat } from '../../format/format.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Stops an import, after saying what stays. */
export function CancelButton({ shown }: { shown: Import }) {
  const { cancel, one } = useImportTexts();
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { public_id, dry_run, created, rows, processed } = shown;
  if (isOver(shown)) return null;
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {dry_run ? one.cancelTrial : one.cancel}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={cancel.title}
          text={dry_run ? cancel.trialText : cancel.text(number(created), number(rows - processed))}
          cancel={cancel.keep}
          action={cancel.stop}
          danger
          onClose={() => setOpen(false)}
          run={() => cancelImport(public_id)}
        />
      )}
    </>
  );
}
