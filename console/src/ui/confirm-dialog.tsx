import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { newKey } from '../api/new-key.ts';
import { sentenceOf } from '../api/problems.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toast.tsx';

interface ConfirmDialogProps {
  title: string;
  text?: string;
  children?: ReactNode;
  action: string;
  /** In place of "Cancel". */
  cancel?: string;
  danger?: boolean;
  onClose: () => void;
  /**
   * Told a key that names the request, the same each time that it is tried. False: nothing was done, because it concerns
   * something that has changed since it was seen; the screen shows it as it is now.
   */
  run: (key: string) => Promise<unknown>;
  /** What to say of a failure, where the screen knows more than the service says. */
  explain?: (error: unknown) => string | null;
}

/** Says what will happen before it does, and why it did not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, children, action, cancel, danger = false, onClose, run, explain } = props;
  const texts = useTexts();
  const changed = texts.problems.precondition_failed ?? texts.common.problem;
  const [key] = useState(newKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(key),
    onSuccess: (isDone) => {
      if (isDone === false) toast({ kind: 'problem', title: changed });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>{cancel ?? texts.common.cancel}</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {children}
        {error !== null && <Notice kind="problem">{explain?.(error) ?? sentenceOf(error, texts)}</Notice>}
      </div>
    </Dialog>
  );
}
