import type { ActivityCreate } from '@leadline/client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { leadline } from '../../api/client.ts';
import { type Lead, leadChanged } from '../../api/leads.ts';
import { newKey } from '../../api/new-key.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { useDraft } from '../../leads/use-draft.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIsShown } from '../../ui/use-is-shown.ts';

type Kind = ActivityCreate['kind'];

const EMPTY: { kind: Kind; summary: string } = { kind: 'call', summary: '' };

interface Sent {
  body: ActivityCreate;
  /** Names the request: sent again after a lost answer, it has no second effect. */
  key: string;
}

interface LogActivityProps {
  lead: Lead;
  /** Null at the last lead. */
  onNext: (() => void) | null;
}

/** Writes down what happened, in a few words or with one press. */
export function LogActivity({ lead, onNext }: LogActivityProps) {
  const texts = useTexts();
  const { myLeads } = texts;
  const format = useFormat();
  const draft = useDraft(`activity.${lead.public_id}`, EMPTY);
  const { kind, summary } = draft.value;
  const isSending = useRef(false);
  const lastQuick = useRef<Sent | null>(null);
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: ({ body, key }: Sent) => leadline.leads.addActivity(lead.public_id, body, { idempotencyKey: key }),
    onSettled: () => {
      isSending.current = false;
    },
    onSuccess: (_, { key }) => {
      lastQuick.current = null;
      draft.clear(key); // a quick answer has a key of its own
      leadChanged(lead.public_id);
      toast({ title: myLeads.saved(format.name(lead.contact)) });
    },
    onError: (error, sent) => {
      if (isShown.current) return; // the form says it
      const action = { label: texts.common.retry, onPress: () => send(sent, false) };
      const title = myLeads.notSaved(format.name(lead.contact));
      toast({ kind: 'problem', title, description: sentenceOf(error, texts), action });
    },
  });
  const send = (sent: Sent, thenNext: boolean) => {
    if (isSending.current) return;
    isSending.current = true;
    saving.mutate(sent, { onSuccess: () => thenNext && onNext?.() });
  };
  const save = (thenNext: boolean) => {
    const text = summary.trim();
    if (text !== '') send({ body: { kind, summary: text }, key: draft.key }, thenNext);
  };
  const saveQuick = (text: string) => {
    const isAgain = lastQuick.current?.body.kind === kind && lastQuick.current.body.summary === text;
    const sent =
      isAgain && lastQuick.current !== null ? lastQuick.current : { body: { kind, summary: text }, key: newKey() };
    lastQuick.current = sent;
    send(sent, false);
  };
  const errors = fieldErrors(saving.error);
  const message = saving.error === null ? '' : sentenceOf(saving.error, texts, ['summary', 'kind']);
  const quick = [myLeads.noAnswer, myLeads.callBack, myLeads.wrongNumber];
  return (
    <form
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save(onNext !== null);
      }}
    >
      {message !== '' && <Notice kind="problem">{message}</Notice>}
      <TextArea
        label={myLeads.log}
        hint={myLeads.logHint}
        data-action="log"
        maxLength={2_000}
        value={summary}
        errors={errors.summary}
        onChange={(event) => draft.keep({ kind, summary: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{myLeads.quick}</legend>
        {quick.map((text) => (
          <Button key={text} disabled={saving.isPending} onClick={() => saveQuick(text)}>
            {text}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={myLeads.kind}
          hideLabel
          className="w-full sm:w-36"
          options={Object.entries(myLeads.kinds).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(event) => draft.keep({ kind: event.target.value as Kind, summary })}
        />
        <span className="hidden grow sm:block" />
        <Button
          className="grow sm:grow-0"
          disabled={summary.trim() === ''}
          busy={saving.isPending}
          onClick={() => save(false)}
        >
          {myLeads.saveActivity}
        </Button>
        {onNext !== null && (
          <Button
            type="submit"
            look="primary"
            className="grow sm:grow-0"
            disabled={summary.trim() === ''}
            busy={saving.isPending}
          >
            {myLeads.saveNext}
          </Button>
        )}
      </div>
    </form>
  );
}
