import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useImportTexts } from '../../texts/imports.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';

/** Asks before a page is left that is sending a file. */
export function UploadGuard({ isSending }: { isSending: RefObject<boolean> }) {
  const { leave } = useImportTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isSending.current,
    enableBeforeUnload: () => isSending.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LeaveDialog texts={leave} onStay={reset} onLeave={proceed} />;
}
