import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface LeaveDialogProps {
  texts: { title: string; text: string; stay: string; leave: string };
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before something that is under way is left behind. */
export const LeaveDialog = ({ texts, onStay, onLeave }: LeaveDialogProps) => (
  <Dialog
    open
    onClose={onStay}
    title={texts.title}
    description={texts.text}
    actions={
      <>
        <Button onClick={onStay}>{texts.stay}</Button>
        <Button look="danger" onClick={onLeave}>
          {texts.leave}
        </Button>
      </>
    }
  />
);
