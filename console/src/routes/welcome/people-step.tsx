import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { newKey } from '../../api/new-key.ts';
import { invite } from '../../api/people.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { createRecord } from '../../api/settings.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useWelcomeTexts } from '../../texts/welcome.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Step } from './step.tsx';

const roles = ['agent', 'manager', 'admin'] as const;
const EMPTY: { name: string; email: string; role: (typeof roles)[number] } = { name: '', email: '', role: 'agent' };
const SHOWN = ['name', 'email', 'role'];

/** Adds people one after the other, each with a link to send. */
export function PeopleStep({ others }: { others: number | null }) {
  const texts = useTexts();
  const { people } = useWelcomeTexts();
  const format = useFormat();
  const adding = useAddPerson();
  const { values, change, errors } = adding;
  return (
    <Step number={1} title={people.title} hint={people.hint} isDone={others !== null && others > 0}>
      <form noValidate onSubmit={adding.submit} className="grid items-start gap-3 sm:grid-cols-3">
        <TextField
          label={people.name}
          required
          autoComplete="off"
          value={values.name}
          errors={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label={people.email}
          required
          type="email"
          autoComplete="off"
          value={values.email}
          errors={errors.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <SelectField
          label={people.role}
          options={roles.map((value) => ({ value, label: texts.roles[value] }))}
          value={values.role}
          errors={errors.role}
          onChange={(event) => change({ role: event.target.value as typeof EMPTY.role })}
        />
        <p className="sm:col-span-3">
          <Button type="submit" look={others === 0 ? 'primary' : 'secondary'} busy={adding.busy}>
            {people.add}
          </Button>
        </p>
      </form>
      {adding.problem !== null && <Notice kind="problem">{adding.problem}</Notice>}
      {adding.invited !== null && (
        <Notice kind="good">
          <p className="pb-2">{people.added(adding.invited.name)}</p>
          <div className="text-ink">
            <CopyField label={people.link(adding.invited.name)} value={adding.invited.url} />
          </div>
        </Notice>
      )}
      <p role="status" className="text-ink-soft">
        {others === 0 && people.none}
        {others === 1 && people.one}
        {others !== null && others > 1 && people.so(format.number(others))}
      </p>
      <p>
        <Link to="/settings/people" className="text-accent underline">
          {people.all}
        </Link>
      </p>
    </Step>
  );
}

function useAddPerson() {
  const texts = useTexts();
  const [values, setValues] = useState(EMPTY);
  // The same person again after a lost answer is not made twice.
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [invited, setInvited] = useState<{ name: string; url: string } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    setInvited(null);
    try {
      const { public_id, name } = await createRecord('memberships', values, key);
      setInvited({ name, url: (await invite(public_id)).link });
      setValues(EMPTY);
      setKey(newKey());
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const change = (fields: Partial<typeof EMPTY>) => {
    setValues((now) => ({ ...now, ...fields }));
    setKey(newKey());
  };
  const problem = error === null ? null : sentenceOf(error, texts, SHOWN) || null;
  return { values, change, busy, errors: fieldErrors(error), problem, invited, submit };
}
