import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { fieldErrors, hasCode, sentenceOf } from '../../../api/problems.ts';
import { createRecord } from '../../../api/settings.ts';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useSourcesTexts } from '../../../texts/sources.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { isTaken } from './taken.ts';

/** Adds sources one after the other: the field keeps the focus. */
export function AddSource() {
  const texts = useTexts();
  const words = useSourcesTexts();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const keyFor = useRequestKey();

  async function add(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const made = await createRecord('sources', { name }, keyFor({ name }));
      toast({ title: words.added(made.name) });
      setName('');
      input.current?.focus();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  }

  const conflict = hasCode(problem, 'conflict') ? (isTaken(problem) ? words.taken : words.full) : null;
  const errors = problem === null ? [] : (fieldErrors(problem).name ?? [conflict ?? sentenceOf(problem, texts)]);
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <Field label={words.newName} errors={errors}>
        {(control) => (
          <div className="flex max-w-md gap-2">
            <input
              {...control}
              ref={input}
              type="text"
              maxLength={400}
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="field-box"
            />
            <Button type="submit" look="primary" busy={busy} icon={<Plus className="size-4" aria-hidden="true" />}>
              {words.add}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
