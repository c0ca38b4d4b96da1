import { useState } from 'react';
import { useMe } from '../../../api/me.ts';
import { fieldErrors, sentenceOf } from '../../../api/problems.ts';
import { replayWebhook, type Webhook } from '../../../api/webhooks.ts';
import { instantAt, wallClock } from '../../../format/zoned.ts';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

const HOUR_MS = 3_600_000;

/** Asks from when on events are sent again, and says what that means. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const { replay } = useWebhookTexts();
  const { time_zone: timeZone } = useMe().organization;
  const [clock, setClock] = useState(() => wallClock(new Date(Date.now() - HOUR_MS), timeZone));
  const keyFor = useRequestKey();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [isWrong, setWrong] = useState(false);
  const send = async () => {
    const from = instantAt(clock, timeZone);
    setProblem(null);
    setWrong(from === null || from.getTime() > Date.now());
    if (from === null || from.getTime() > Date.now()) return;
    setBusy(true);
    try {
      await replayWebhook(webhook.public_id, from, keyFor(from));
      toast({ title: replay.done });
      onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const errors = isWrong ? [replay.needed] : (fieldErrors(problem).from ?? []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={replay.title}
      description={replay.text}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look="primary" busy={busy} disabled={!webhook.active} onClick={() => void send()}>
            {replay.now}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={replay.from}
          hint={replay.hint}
          type="datetime-local"
          value={clock}
          errors={errors}
          onChange={(event) => setClock(event.target.value)}
        />
        {!webhook.active && <Notice>{replay.inactive}</Notice>}
        {problem !== null && sentenceOf(problem, texts, ['from']) !== '' && (
          <Notice kind="problem">{sentenceOf(problem, texts, ['from'])}</Notice>
        )}
      </div>
    </Dialog>
  );
}
