import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/problems.ts';
import { signOut } from '../../../api/session.ts';
import { revokeToken, type Token } from '../../../api/tokens.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

interface RevokeDialogProps {
  token: Token;
  isCurrent: boolean;
  onClose: () => void;
}

/** Asks first: what is revoked does not come back. */
export function RevokeDialog({ token: { public_id, kind, name, membership }, isCurrent, onClose }: RevokeDialogProps) {
  const texts = useTokenTexts();
  const { revoking } = texts;
  const all = useTexts();
  const isSession = kind === 'session';
  const revoke = useMutation({
    mutationFn: () => (isCurrent ? signOut() : revokeToken(public_id)),
    onSuccess: () => {
      toast({ title: isSession ? revoking.signedOut : revoking.done });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={isSession ? revoking.session(membership.name) : revoking.title(name)}
      description={isSession ? revoking.sessionText(name) : revoking.text(membership.name)}
      actions={
        <>
          <Button onClick={onClose}>{all.common.cancel}</Button>
          <Button look="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {isSession ? texts.signOut : texts.revoke}
          </Button>
        </>
      }
    >
      {isCurrent && <Notice>{revoking.own}</Notice>}
      {revoke.error && <Notice kind="problem">{sentenceOf(revoke.error, all)}</Notice>}
    </Dialog>
  );
}
