import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailPlus } from 'lucide-react';
import { useMay } from '../../../api/me.ts';
import { ownedQuery, type Person } from '../../../api/people.ts';
import { useFormat } from '../../../format/format.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LeadsLink } from './leads-link.tsx';
import type { PersonFormState } from './person-form.tsx';

interface AccessCardProps {
  form: PersonFormState;
  person: Person;
  isLastAdmin: boolean;
  onInvite?: () => void;
}

/** Whether the person can sign in, and by which link. */
export function AccessCard({ form, person, isLastAdmin, onInvite }: AccessCardProps) {
  const { person: texts } = usePeopleTexts();
  const mayGive = useMay()('tokens:write');
  const { values, set } = form;
  const isFixed = isLastAdmin || (!person.active && !mayGive);
  return (
    <SettingsCard title={texts.access}>
      <CheckboxField
        label={texts.active}
        hint={isLastAdmin ? texts.lastAdmin : isFixed ? texts.needsTokens : texts.activeHint}
        role="switch"
        checked={values.active}
        disabled={isFixed}
        onChange={(event) => set('active', event.target.checked)}
        className="tap font-medium"
      />
      {person.active && !values.active && <Deactivation person={person} />}
      {!person.active && values.active && <Notice>{texts.reactivation}</Notice>}
      {mayGive && onInvite && <Invitation form={form} person={person} onInvite={onInvite} />}
      {mayGive && (
        <Link
          to="/settings/tokens"
          search={{ person: person.public_id }}
          className="tap inline-flex items-center self-start text-accent hover:underline"
        >
          {texts.tokens}
        </Link>
      )}
    </SettingsCard>
  );
}

/** What it means that the person is no longer active, before it is saved. */
function Deactivation({ person }: { person: Person }) {
  const texts = usePeopleTexts();
  const format = useFormat();
  const { data } = useQuery(ownedQuery([person.public_id], 'open'));
  const open = data && (data.get(person.public_id) ?? 0);
  return (
    <Notice>
      <p>{texts.person.deactivation}</p>
      {open === 0 && <p>{texts.person.noOpenLeads}</p>}
      {open !== undefined && open > 0 && (
        <>
          <p>{texts.person.deactivationLeads(texts.openLeads(open, format.number(open)))}</p>
          <p>
            <LeadsLink filters={{ owner: person.public_id, kind: 'open' }} /> {texts.person.reassignHint}
          </p>
        </>
      )}
    </Notice>
  );
}

function Invitation({ form, person, onInvite }: { form: PersonFormState; person: Person; onInvite: () => void }) {
  const { invite: texts } = usePeopleTexts();
  const why = form.isDirty
    ? texts.needsSaving
    : person.email === null
      ? texts.needsEmail
      : person.active
        ? null
        : texts.needsActive;
  return (
    <section aria-label={texts.title} className="flex flex-col items-start gap-2 border-t border-line pt-3">
      <h3 className="font-semibold">{texts.title}</h3>
      <p className="text-ink-soft">{texts.hint}</p>
      <p className="text-ink-soft">{texts.forgotten}</p>
      <Button
        disabled={why !== null}
        icon={<MailPlus className="size-4" aria-hidden="true" />}
        aria-describedby={why === null ? undefined : 'invite-why'}
        onClick={onInvite}
      >
        {texts.make}
      </Button>
      {why !== null && (
        <p id="invite-why" className="text-xs text-ink-soft">
          {why}
        </p>
      )}
    </section>
  );
}
