import { Archive, ArchiveRestore } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../api/problems.ts';
import { useArchivingTexts } from '../texts/archiving.ts';
import { useSettingsTexts } from '../texts/settings.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { type Archivable, setArchived } from './archiving.ts';

interface ArchiveButtonProps {
  collection: Archivable;
  record: { public_id: string; archived: boolean };
  name: string;
  /** What it means for leads, shown before it is done. */
  children: ReactNode;
  /** Why the service refused, where the screen knows more than the service says. */
  explain?: (error: unknown) => string | null;
  /** Why it cannot be archived as it is now: said in place of the button. */
  barred?: string | undefined;
  /** In a row of a list, where there is room for a picture only. */
  small?: boolean;
}

/** Archives a record after a word of what that means, or restores it. Either can be undone. */
export function ArchiveButton(props: ArchiveButtonProps) {
  const { collection, record, name, children, explain, barred, small = false } = props;
  const texts = useTexts();
  const { archive, restore } = useSettingsTexts();
  const words = useArchivingTexts();
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { archived } = record;
  const sentence = (error: unknown) => explain?.(error) ?? sentenceOf(error, texts);

  const quietly = async (to: boolean) => {
    try {
      await setArchived(collection, record.public_id, to);
      return true;
    } catch (error) {
      toast({ title: words.notDone, description: sentence(error), kind: 'problem' });
      return false;
    }
  };
  const restoreNow = async () => {
    setBusy(true);
    if (await quietly(false)) toast({ title: words.restored(name) });
    setBusy(false);
  };
  const archiveNow = async () => {
    await setArchived(collection, record.public_id, true);
    const undo = { label: texts.common.undo, onPress: () => void quietly(false) };
    toast({ title: words.archived(name), action: undo });
  };
  if (barred !== undefined && !isAsking) return <p className="text-xs text-ink-soft">{barred}</p>;
  const [Icon, press] = archived ? [ArchiveRestore, restoreNow] : [Archive, () => setAsking(true)];
  const icon = <Icon className="size-4" aria-hidden="true" />;
  return (
    <>
      {small ? (
        <IconButton
          label={archived ? words.restoreThis(name) : words.archiveThis(name)}
          icon={icon}
          disabled={busy}
          onClick={() => void press()}
        />
      ) : (
        <Button icon={icon} busy={busy && archived} onClick={() => void press()}>
          {archived ? restore : `${archive}…`}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.title(name)}
          action={archive}
          danger
          onClose={() => setAsking(false)}
          run={archiveNow}
          explain={sentence}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
