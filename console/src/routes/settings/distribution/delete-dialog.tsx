import { type DistributionRule, deleteSeenRule } from '../../../api/distribution.ts';
import type { Seen } from '../../../api/settings.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

interface DeleteDialogProps {
  /** Without its ETag where it was seen in the list. */
  seen: Seen<DistributionRule>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDialog({ seen, onClose, onDeleted }: DeleteDialogProps) {
  const texts = useDistributionTexts();
  const { name } = seen.record;
  return (
    <ConfirmDialog
      title={texts.deleteTitle(name)}
      text={texts.deleteText}
      action={texts.delete}
      danger
      onClose={onClose}
      run={async () => {
        if (!(await deleteSeenRule(seen))) return false;
        toast({ title: texts.deleted(name) });
        onDeleted?.();
        return true;
      }}
    />
  );
}
