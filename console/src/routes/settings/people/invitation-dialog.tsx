import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invite, type Person } from '../../../api/people.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

interface InvitationDialogProps {
  person: Person;
  onClose: () => void;
}

/** Makes a link when it opens, and shows it this once. */
export function InvitationDialog({ person, onClose }: InvitationDialogProps) {
  const { invite: texts } = usePeopleTexts();
  const { onceOnly } = useSettingsTexts();
  const all = useTexts();
  const format = useFormat();
  const {
    data: invitation,
    error,
    isPending,
    mutate,
  } = useMutation({
    mutationFn: () => invite(person.public_id),
    gcTime: 0, // the link is kept no longer than it is shown
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  return (
    <Dialog
      open
      wide
      keep
      onClose={onClose}
      title={texts.dialog(person.name)}
      actions={
        <Button look="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {error !== null && (
        <Notice kind="problem">
          <p>{`${texts.failed} ${sentenceOf(error, all)}`}</p>
          <Button className="mt-2" busy={isPending} onClick={() => mutate()}>
            {all.common.retry}
          </Button>
        </Notice>
      )}
      {invitation === undefined && error === null && (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner />
          {texts.making}
        </p>
      )}
      {invitation && (
        <div className="flex flex-col gap-3">
          <p>{texts.sendIt(person.email ?? person.name)}</p>
          <CopyField label={texts.link} value={invitation.link} />
          <Notice>
            <p>{onceOnly}</p>
            <p>{texts.until(format.time(invitation.expires_at))}</p>
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
