import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { LeadOptions } from '../../../api/leads.ts';
import { customFieldOf, FieldInput } from '../../../leads/field-input.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { type Seen, useEdit } from './use-edit.ts';

interface EditFormProps {
  name: string;
  now: Seen;
  options: LeadOptions;
  onDone: () => void;
}

/** Changes one field in its place: Enter saves, Escape leaves it as it was. */
export function EditForm({ name, now, options, onDone }: EditFormProps) {
  const { common, lead } = useTexts();
  const edit = useEdit({ name, now, options, onDone });
  const form = useRef<HTMLFormElement>(null);
  const custom = customFieldOf(options, name);
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>('input, select, textarea');
    control?.focus();
    if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.select();
  }, []);

  const faults = edit.errors.length;
  // On phones a bar lies over the end of the page: as the form grows, its buttons must not come to lie under it.
  useEffect(() => {
    if (faults > 0 || edit.isConflict) form.current?.scrollIntoView({ block: 'nearest' });
  }, [faults, edit.isConflict]);

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    }
    const isControl = event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && !event.shiftKey && isControl) {
      event.preventDefault();
      form.current?.requestSubmit();
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void edit.save();
      }}
      className="flex min-w-0 grow scroll-mt-10 scroll-mb-20 flex-col gap-2"
    >
      <FieldInput
        name={name}
        options={options}
        hideLabel
        required={custom?.required ?? false}
        value={edit.value}
        errors={edit.errors}
        onChange={edit.setValue}
      />
      {custom?.type === 'text' && <p className="text-xs text-ink-soft">{lead.textHint}</p>}
      {edit.isConflict ? (
        <ConflictNotice
          name={name}
          seen={edit.seen}
          now={now}
          options={options}
          busy={edit.busy}
          onKeepTheirs={onDone}
          onSaveMine={() => void edit.saveOverTheirs()}
        />
      ) : (
        <p className="flex gap-2">
          <Button type="submit" look="primary" busy={edit.busy}>
            {common.save}
          </Button>
          <Button onClick={onDone}>{common.cancel}</Button>
        </p>
      )}
    </form>
  );
}
