import { useBlocker } from '@tanstack/react-router';
import { useSettingsTexts } from '../texts/settings.ts';
import { LeaveDialog } from '../ui/leave-dialog.tsx';

/** Asks before changes that are not saved are left behind. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { leave } = useSettingsTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LeaveDialog texts={leave} onStay={reset} onLeave={proceed} />;
}
