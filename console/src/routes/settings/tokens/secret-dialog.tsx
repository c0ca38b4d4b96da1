import type { IssuedToken } from '../../../api/tokens.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** The secret of a new token: nobody sees it again. */
export function SecretDialog({ token: { name, secret }, onClose }: { token: IssuedToken; onClose: () => void }) {
  const { secret: texts } = useTokenTexts();
  const { onceOnly } = useSettingsTexts();
  return (
    <Dialog
      open
      wide
      keep
      onClose={onClose}
      title={texts.title(name)}
      actions={
        <Button look="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CopyField label={texts.label} value={secret} hint={texts.use} />
        <Notice>
          <p>{onceOnly}</p>
          <p>{texts.warning}</p>
        </Notice>
      </div>
    </Dialog>
  );
}
