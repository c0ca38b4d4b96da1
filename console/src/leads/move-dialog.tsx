import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Lead, optionsQuery, type StatusOption } from '../api/leads.ts';
import { useFormat } from '../format/format.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { FieldInput } from './field-input.tsx';
import type { Answers } from './moving.tsx';

interface MoveDialogProps {
  lead: Lead;
  to: StatusOption;
  answers: Answers;
  errors: Readonly<Record<string, string[]>>;
  problem: string;
  busy: boolean;
  onAnswer: (answers: Answers) => void;
  onClose: () => void;
}

/** Asks for the note and the fields that the stage rules want before the lead can go there. */
export function MoveDialog({ lead, to, answers, errors, problem, busy, onAnswer, onClose }: MoveDialogProps) {
  const { moving, common } = useTexts();
  const format = useFormat();
  const options = useSuspenseQuery(optionsQuery).data;
  const [note, setNote] = useState(answers.note);
  const [fields, setFields] = useState(answers.fields);
  const names = [...new Set([...Object.keys(fields), ...Object.keys(errors).filter((name) => name !== 'note')])];
  const others = [problem, ...(errors.status ?? [])].filter(Boolean).join(' ');
  return (
    <Dialog
      open
      keep
      onClose={onClose}
      title={moving.title(format.name(lead.contact), to.name)}
      description={moving.needed(to.name)}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="move" busy={busy}>
            {moving.move}
          </Button>
        </>
      }
    >
      <form
        id="move"
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer({ note, fields });
        }}
      >
        {others !== '' && <Notice kind="problem">{others}</Notice>}
        {names
          .filter((name) => name !== 'status')
          .map((name) => (
            <FieldInput
              key={name}
              name={name}
              options={options}
              required
              value={fields[name]}
              errors={errors[name]}
              onChange={(value) => setFields({ ...fields, [name]: value })}
            />
          ))}
        <TextArea
          label={common.fields.note}
          required={to.note_required}
          maxLength={2_000}
          value={note}
          errors={errors.note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
