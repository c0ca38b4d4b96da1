import { useBlocker } from '@tanstack/react-router';
import { useSettingsTexts } from '../texts/settings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks before changes that are not saved are left behind. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { leave } = useSettingsTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
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
