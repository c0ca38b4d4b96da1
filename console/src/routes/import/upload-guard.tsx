import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useImportTexts } from '../../texts/imports.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a page is left that is sending a file. */
export function UploadGuard({ isSending }: { isSending: RefObject<boolean> }) {
  const { leave } = useImportTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isSending.current,
    enableBeforeUnload: () => isSending.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={reset}
      title={leave.title}
      description={leave.text}
      actions={
        <>
          <Button onClick={reset}>{leave.stay}</Button>
          <Button look="danger" onClick={proceed}>
            {leave.leave}
          </Button>
        </>
      }
    />
  );
}
