import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMay } from '../api/me.ts';
import { useSettingsTexts } from '../texts/settings.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { BothValues } from './both-values.tsx';
import { focusFirstFault } from './first-fault.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface RecordFormProps {
  form: RecordFormState;
  /** In place of "Save changes". */
  submit?: string;
  /** Further buttons at the end, such as the one that archives. */
  more?: ReactNode;
  /** Stands before the buttons and can be used by those who only read: what the change would do, tried out. */
  preview?: ReactNode;
  children: ReactNode;
}

/** The frame of a form of settings: its fields, what went wrong, and the buttons. Who may not change them reads them. */
export function RecordForm({ form, submit, more, preview, children }: RecordFormProps) {
  const texts = useSettingsTexts();
  const mayWrite = useMay()('settings:write');
  const element = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes away.
  const focusSave = () => void requestAnimationFrame(() => saveButton.current?.focus());
  return (
    <form
      ref={element}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        await form.save();
        focusFirstFault(element.current);
      }}
      className="flex flex-col gap-4"
    >
      {!mayWrite && <Notice>{texts.readOnly}</Notice>}
      <fieldset disabled={!mayWrite} className="contents">
        {children}
      </fieldset>
      {preview}
      {form.conflict !== null && <Conflict form={form} conflict={form.conflict} onGone={focusSave} />}
      {form.problem !== null && <Notice kind="problem">{form.problem}</Notice>}
      {mayWrite && form.conflict === null && (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
          <Button
            ref={saveButton}
            type="submit"
            look="primary"
            busy={form.busy}
            disabled={!form.isDirty && !form.isNew}
          >
            {submit ?? texts.saveChanges}
          </Button>
          {form.isDirty && !form.isNew && (
            <Button
              onClick={() => {
                form.discard();
                focusSave();
              }}
            >
              {texts.discard}
            </Button>
          )}
          <span role="status" className="inline-flex min-w-0 grow items-center gap-1.5 text-good">
            {form.message !== null && (
              <>
                <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
                <span className="min-w-0">{form.message}</span>
              </>
            )}
          </span>
          {more}
        </footer>
      )}
      <LeaveGuard isDirty={form.isDirty && !form.busy} />
    </form>
  );
}

interface ConflictProps {
  form: RecordFormState;
  conflict: NonNullable<RecordFormState['conflict']>;
  /** Told when one of its buttons was pressed. */
  onGone: () => void;
}

function Conflict({ form, conflict, onGone }: ConflictProps) {
  const texts = useSettingsTexts();
  const { title, somebody, takeTheirs, saveMine } = texts.conflict;
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    words.current?.parentElement?.scrollIntoView({ block: 'nearest' });
    // The button that saved is gone. Whoever types on keeps the focus.
    if (document.activeElement === document.body) words.current?.focus({ preventScroll: true });
  }, []);
  const choose = (action: () => unknown) => () => {
    void action();
    onGone();
  };
  return (
    <Notice kind="problem">
      <p ref={words} tabIndex={-1} className="outline-none">
        {title(somebody, conflict.fields.map(({ label }) => label).join(', '))}
      </p>
      <BothValues fields={conflict.fields} />
      <p className="flex flex-wrap gap-2 pt-2">
        <Button onClick={choose(conflict.takeTheirs)}>{takeTheirs}</Button>
        <Button look="primary" busy={form.busy} onClick={choose(conflict.saveMine)}>
          {saveMine}
        </Button>
        <Button onClick={choose(form.discard)}>{texts.discard}</Button>
      </p>
    </Notice>
  );
}
