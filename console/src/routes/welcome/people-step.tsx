import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { addPerson, invite } from '../../api/people.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { useRequestKey } from '../../settings/request-key.ts';
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
      {adding.invited.map(({ id, name, url }) => (
        <Notice key={id} kind="good">
          <p className="pb-2">{people.added(name)}</p>
          <div className="text-ink">
            <CopyField label={people.link(name)} value={url} />
          </div>
        </Notice>
      ))}
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

interface Invited {
  id: string;
  name: string;
  url: string;
}

function useAddPerson() {
  const texts = useTexts();
  const [values, setValues] = useState(EMPTY);
  const keyFor = useRequestKey();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  /** The newest first. Each link is shown only here: it stays while others are added. */
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const { public_id: id, name } = await addPerson(values, keyFor(values));
      const { link: url } = await invite(id);
      setInvited((before) => [{ id, name, url }, ...before.filter((one) => one.id !== id)]);
      setValues(EMPTY);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const change = (fields: Partial<typeof EMPTY>) => setValues((now) => ({ ...now, ...fields }));
  const problem = error === null ? null : sentenceOf(error, texts, SHOWN) || null;
  return { values, change, busy, errors: fieldErrors(error), problem, invited, submit };
}
