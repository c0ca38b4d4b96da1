import { signOut } from '../../../api/session.ts';
import { revokeToken, type Token } from '../../../api/tokens.ts';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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
  const isSession = kind === 'session';
  return (
    <ConfirmDialog
      title={isSession ? revoking.session(membership.name) : revoking.title(name)}
      text={isSession ? revoking.sessionText(name) : revoking.text(membership.name)}
      action={isSession ? texts.signOut : revoking.action}
      danger
      onClose={onClose}
      run={async () => {
        // Signing out ends a session; a token is only forgotten by it.
        if (!isCurrent || !isSession) await revokeToken(public_id);
        if (isCurrent) await signOut();
        toast({ title: isSession ? revoking.signedOut : revoking.done });
      }}
    >
      {isCurrent && <Notice>{isSession ? revoking.own : revoking.ownToken}</Notice>}
    </ConfirmDialog>
  );
}
