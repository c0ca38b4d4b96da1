import type { Created, LeadCreate } from '@leadline/client';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { leadline } from '../api/client.ts';
import { type Lead, type LeadOptions, optionsQuery } from '../api/leads.ts';
import { fieldErrors, sentenceOf } from '../api/problems.ts';
import { focusFirstFault } from '../settings/first-fault.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { FieldInput } from './field-input.tsx';
import { patchOf } from './patch-of.ts';
import { useDraft } from './use-draft.ts';

interface NewLeadDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (lead: Lead) => void;
}

const PLAIN = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value'];

type Values = Readonly<Record<string, unknown>>;
type Duplicate = Extract<Created, { duplicate: true }>;

/** Asks for what is known of a new lead. What is typed stays until it is created or cancelled. */
export function NewLeadDialog({ open, onClose, onCreated }: NewLeadDialogProps) {
  const texts = useTexts();
  const { create } = texts.lead;
  const { data: options, error, refetch } = useQuery(optionsQuery);
  const draft = useDraft<Values>('new-lead', {});
  const [problem, setProblem] = useState<unknown>(null);
  const [duplicate, setDuplicate] = useState<Duplicate | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function send(options: LeadOptions) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    setDuplicate(null);
    const { key } = draft;
    try {
      const given = Object.fromEntries(Object.entries(draft.value).filter(([, value]) => value !== null));
      const body = patchOf(given, options) as LeadCreate;
      const made = await leadline.leads.create(body, { idempotencyKey: key });
      if (made.duplicate) {
        setDuplicate(made);
        form.current?.scrollIntoView();
      } else {
        draft.clear(key);
        onCreated(made.lead);
      }
    } catch (error) {
      setProblem(error);
      form.current?.scrollIntoView(); // what is not said at a field is said above them
      focusFirstFault(form.current);
    } finally {
      setBusy(false);
    }
  }

  const forget = () => {
    draft.clear(draft.key);
    onClose();
  };

  const names = [...PLAIN, ...(options?.custom_fields.map(({ key }) => `custom_fields.${key}`) ?? [])];
  const errors = fieldErrors(problem);
  const others = problem === null ? '' : sentenceOf(problem, texts, names);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={create.title}
      description={create.hint}
      actions={
        <>
          <Button onClick={forget}>{texts.common.cancel}</Button>
          <Button look="primary" type="submit" form="new-lead" busy={busy}>
            {create.create}
          </Button>
        </>
      }
    >
      {options === undefined ? (
        error === null ? (
          <Skeleton className="h-64 w-full" />
        ) : (
          <Notice kind="problem">
            <p>{sentenceOf(error, texts)}</p>
            <Button className="mt-2" onClick={() => void refetch()}>
              {texts.common.retry}
            </Button>
          </Notice>
        )
      ) : (
        <form
          ref={form}
          id="new-lead"
          noValidate
          className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2"
          onSubmit={(event) => {
            event.preventDefault();
            void send(options);
          }}
        >
          {(others !== '' || duplicate !== null) && (
            <div className="sm:col-span-2">
              {others !== '' && <Notice kind="problem">{others}</Notice>}
              {duplicate !== null && <DuplicateNotice duplicate={duplicate} onOpen={forget} />}
            </div>
          )}
          {names.map((name) => (
            <FieldInput
              key={name}
              name={name}
              options={options}
              required={options.custom_fields.some(({ key, required }) => required && name === `custom_fields.${key}`)}
              value={draft.value[name]}
              errors={errors[name]}
              onChange={(value) => {
                setDuplicate(null);
                draft.keep({ ...draft.value, [name]: value });
              }}
            />
          ))}
        </form>
      )}
    </Dialog>
  );
}
