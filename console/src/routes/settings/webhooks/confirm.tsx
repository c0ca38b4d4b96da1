import { useState } from 'react';
import { sentenceOf } from '../../../api/problems.ts';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface ConfirmProps {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  onClose: () => void;
  /** Told a key that names the request, the same each time that it is tried. */
  run: (key: string) => Promise<void>;
}

/** Says what will happen before it does. */
export function Confirm({ title, text, action, danger = false, onClose, run }: ConfirmProps) {
  const texts = useTexts();
  const keyFor = useRequestKey();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await run(keyFor(action));
      onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {problem !== null && <Notice kind="problem">{sentenceOf(problem, texts)}</Notice>}
    </Dialog>
  );
}
