import { useState } from 'react';
import { type DistributionRule, deleteRule } from '../../../api/distribution.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

interface DeleteDialogProps {
  rule: Pick<DistributionRule, 'public_id' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDialog({ rule, onClose, onDeleted }: DeleteDialogProps) {
  const texts = useDistributionTexts();
  const all = useTexts();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function run() {
    setBusy(true);
    setError(null);
    try {
      await deleteRule(rule.public_id);
      toast({ title: texts.deleted(rule.name) });
      onClose();
      onDeleted?.();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.deleteTitle(rule.name)}
      description={texts.deleteText}
      actions={
        <>
          <Button onClick={onClose}>{all.common.cancel}</Button>
          <Button look="danger" busy={busy} onClick={() => void run()}>
            {texts.delete}
          </Button>
        </>
      }
    >
      {error !== null && <Notice kind="problem">{sentenceOf(error, all)}</Notice>}
    </Dialog>
  );
}
