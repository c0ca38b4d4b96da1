import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type BulkRequest, changeLeads } from '../../api/jobs.ts';
import { optionsQuery } from '../../api/leads.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import type { Choice } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OwnerPicker } from '../owner-picker.tsx';
import type { Watched } from './watched-jobs.ts';

interface BulkDialogProps {
  kind: Watched['kind'];
  /** Which leads: by their ids, or by the filters. */
  of: Pick<BulkRequest, 'ids' | 'filter'>;
  /** "12 leads". */
  leads: string;
  onStarted: (job: Watched) => void;
  onClose: () => void;
}

const NOBODY = 'none';

/** Asks to whom, or where to, many leads go. */
export function BulkDialog({ kind, of, leads, onStarted, onClose }: BulkDialogProps) {
  const texts = useTexts();
  const { bulk } = texts.leads;
  const { statuses } = useSuspenseQuery(optionsQuery).data;
  const [owner, setOwner] = useState<Choice | null>(null);
  const [statusId, setStatusId] = useState('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<Record<string, string[]>>({});
  const status = statuses.find(({ public_id }) => public_id === statusId);
  const work = useMutation({
    mutationFn: (change: BulkRequest['change']) => changeLeads({ ...of, change }),
    onSuccess: ({ public_id }) => {
      const target = kind === 'move' ? (status?.name ?? null) : owner?.value === NOBODY ? null : (owner?.label ?? null);
      onStarted({ id: public_id, kind, target });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'assign') {
      if (owner === null) return setMissing({ owner: [bulk.ownerMissing] });
      return work.mutate({ owner: owner.value === NOBODY ? null : owner.value });
    }
    if (status === undefined) return setMissing({ status: [bulk.statusMissing] });
    if (status.note_required && note.trim() === '') return setMissing({ note: [bulk.noteMissing(status.name)] });
    work.mutate({ status: status.public_id, ...(note.trim() !== '' && { note: note.trim() }) });
  };

  const refused = fieldErrors(work.error);
  const errorsOf = (field: 'owner' | 'status' | 'note') => missing[field] ?? refused[`change.${field}`];
  const others = sentenceOf(work.error, texts, ['change.owner', 'change.status', 'change.note']);
  return (
    <Dialog
      open
      keep
      onClose={onClose}
      title={kind === 'assign' ? bulk.assignTitle(leads) : bulk.moveTitle(leads)}
      description={of.filter === undefined ? undefined : bulk.matchHint}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look="primary" type="submit" form="bulk" busy={work.isPending}>
            {bulk.start}
          </Button>
        </>
      }
    >
      <form id="bulk" noValidate className="flex flex-col gap-3" onSubmit={submit}>
        {work.isError && others !== '' && <Notice kind="problem">{`${bulk.notStarted}. ${others}`}</Notice>}
        {kind === 'assign' ? (
          <div className="flex flex-col gap-1">
            <span className="text-sm font-medium" aria-hidden="true">
              {bulk.newOwner}
            </span>
            <OwnerPicker
              label={bulk.newOwner}
              value={owner}
              onChange={(choice) => {
                setMissing({});
                setOwner(choice);
              }}
              also={[{ value: NOBODY, label: texts.common.nobody }]}
            />
            {errorsOf('owner') && (
              <p role="alert" className="text-xs text-danger">
                {errorsOf('owner')?.join(' ')}
              </p>
            )}
          </div>
        ) : (
          <>
            <SelectField
              label={bulk.to}
              required
              options={[
                { value: '', label: bulk.choose },
                ...statuses.map(({ public_id, name }) => ({ value: public_id, label: name })),
              ]}
              value={statusId}
              errors={errorsOf('status')}
              onChange={(event) => {
                setMissing({});
                setStatusId(event.target.value);
              }}
            />
            <TextArea
              label={texts.common.fields.note}
              required={status?.note_required ?? false}
              maxLength={2_000}
              value={note}
              errors={errorsOf('note')}
              onChange={(event) => {
                setMissing({});
                setNote(event.target.value);
              }}
            />
            <p className="text-xs text-ink-soft">{bulk.ruleHint}</p>
          </>
        )}
      </form>
    </Dialog>
  );
}
