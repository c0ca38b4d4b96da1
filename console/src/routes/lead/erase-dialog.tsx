import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { leadline } from '../../api/client.ts';
import { dropLead, type Lead } from '../../api/leads.ts';
import { fieldErrors, hasCode, sentenceOf } from '../../api/problems.ts';
import { queryClient } from '../../api/query-client.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

const asTyped = (text: string): string => text.normalize().trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Says what erasing means, and asks for the lead's name before it is done. */
export function EraseDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const texts = useTexts();
  const { erase } = texts.lead;
  const name = useFormat().name(lead.contact);
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [suppress, setSuppress] = useState(false);
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  async function send() {
    if (busy) return;
    const isSame = asTyped(typed) === asTyped(name);
    setMismatch(!isSame);
    if (!isSame) return;
    setBusy(true);
    try {
      const id = lead.public_id;
      await leadline.leads
        .erase(id, { suppress, ...(reason.trim() !== '' && { reason: reason.trim() }) })
        .catch((error) => {
          if (!hasCode(error, 'not_found')) throw error; // the answer to an earlier try was lost: it is done
        });
      await navigate({ to: '/leads', replace: true });
      toast({ title: erase.erased });
      dropLead(id);
      queryClient.removeQueries({ queryKey: ['lead', id] });
      void queryClient.invalidateQueries({ queryKey: ['leads'] });
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={erase.title(name)}
      description={erase.what}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look="danger" type="submit" form="erase" busy={busy}>
            {erase.erase}
          </Button>
        </>
      }
    >
      <form
        id="erase"
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-ink-soft">{erase.stays}</p>
        {problem !== null && <Notice kind="problem">{sentenceOf(problem, texts, ['reason'])}</Notice>}
        <TextField
          label={erase.reason}
          hint={erase.reasonHint}
          maxLength={500}
          autoComplete="off"
          value={reason}
          errors={fieldErrors(problem).reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div>
          <Checkbox label={erase.suppress} checked={suppress} onChange={(event) => setSuppress(event.target.checked)} />
          <p className="pl-6 text-xs text-ink-soft">{erase.suppressHint}</p>
        </div>
        <TextField
          label={erase.confirm(name)}
          required
          autoComplete="off"
          spellCheck={false}
          value={typed}
          errors={mismatch ? [erase.mismatch(name)] : []}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
