import { useRef, useState } from 'react';
import { isByToken } from '../../../api/client.ts';
import { type Ability, useMe } from '../../../api/me.ts';
import type { Person } from '../../../api/people.ts';
import { fieldErrors, sentenceOf } from '../../../api/problems.ts';
import { type IssuedToken, issueToken, type TokenCreate } from '../../../api/tokens.ts';
import { EVERYTHING, roleMay } from '../../../settings/abilities.ts';
import { focusFirstFault } from '../../../settings/first-fault.ts';
import { MemberPicker } from '../../../settings/member-picker.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AbilityChoice } from './ability-choice.tsx';
import { type Expiry, ExpiryChoice, instantOf } from './expiry.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface IssueDialogProps {
  /** Chosen to begin with. */
  person: Person | null;
  onClose: () => void;
}

const SHOWN = ['name', 'membership', 'abilities', 'expires_at'];

/** A new token; its secret is shown once. */
export function IssueDialog({ person: first, onClose }: IssueDialogProps) {
  const { form: texts } = useTokenTexts();
  const all = useTexts();
  const { organization } = useMe();
  const [name, setName] = useState('');
  const [person, setPerson] = useState(first);
  /** Null: everything that the role allows. */
  const [chosen, setChosen] = useState<readonly Ability[] | null>([]);
  const [expiry, setExpiry] = useState<Expiry>({ kind: 'd90', day: '' });
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const keyFor = useRequestKey();
  const form = useRef<HTMLFormElement>(null);
  const end = useRef({ key: '', expires_at: null as string | null });

  async function issue() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const abilities = chosen?.filter((one) => person !== null && roleMay(person.role, one)) ?? [EVERYTHING];
    const fields = { name, membership: person?.public_id ?? '', abilities };
    // Pressed again, the same is asked for under the same name, with the same end.
    const key = keyFor([fields, expiry]);
    if (end.current.key !== key) end.current = { key, expires_at: instantOf(expiry, organization.time_zone) };
    try {
      const body = { ...fields, expires_at: end.current.expires_at } as TokenCreate;
      setIssued(await issueToken(body, key));
    } catch (error) {
      setProblem(error);
      focusFirstFault(form.current);
    } finally {
      setBusy(false);
    }
  }

  if (issued !== null) return <SecretDialog token={issued} onClose={onClose} />;
  const errors = fieldErrors(problem);
  const others = problem === null ? '' : sentenceOf(problem, all, SHOWN);
  return (
    <Dialog
      open
      wide
      keep
      onClose={onClose}
      title={texts.title}
      description={texts.hint}
      actions={
        <>
          <Button onClick={onClose}>{all.common.cancel}</Button>
          <Button look="primary" type="submit" form="issue-token" busy={busy}>
            {texts.issue}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="issue-token"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void issue();
        }}
      >
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          required
          maxLength={400}
          value={name}
          errors={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label={texts.person} hint={texts.personHint} required errors={errors.membership}>
          {({ 'aria-required': _, ...control }) => (
            <MemberPicker {...control} label={texts.person} value={person} onChange={setPerson} />
          )}
        </Field>
        {person?.active === false && <Notice>{texts.inactive(person.name)}</Notice>}
        <AbilityChoice role={person?.role ?? null} chosen={chosen} onChange={setChosen} errors={errors.abilities} />
        <ExpiryChoice value={expiry} onChange={setExpiry} errors={errors.expires_at} />
        <Notice>{isByToken ? `${texts.whatYouMayGive} ${texts.byToken}` : texts.whatYouMayGive}</Notice>
        {others !== '' && <Notice kind="problem">{others}</Notice>}
      </form>
    </Dialog>
  );
}
