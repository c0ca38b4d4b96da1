import { useQuery } from '@tanstack/react-query';
import { useMay, useMe } from '../../../api/me.ts';
import { ownedQuery, type Person, type Role } from '../../../api/people.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { roleNames } from './filters.tsx';
import { LeadsLink } from './leads-link.tsx';
import type { PersonFormState } from './person-form.tsx';
import { RoleChoice } from './role-choice.tsx';

interface WhoCardProps {
  form: PersonFormState;
  person: Person | null;
  isLastAdmin: boolean;
}

const isHigher = (role: Role, than: Role) => roleNames.indexOf(role) > roleNames.indexOf(than);

export function WhoCard({ form: { values, set, errorsOf }, person, isLastAdmin }: WhoCardProps) {
  const { person: texts } = usePeopleTexts();
  const mayGive = useMay()('tokens:write');
  const { membership } = useMe();
  const { data: teams = [] } = useQuery(recordsQuery('teams'));
  const named = [...teams].sort((one, other) => one.name.localeCompare(other.name));
  const isOwn = person?.public_id === membership.public_id;
  const hasNewEmail = person?.email != null && values.email.trim() !== person.email && !isOwn;
  const isGone = person?.email != null && values.email.trim() === '';
  const hindrance = (role: Role): string | null => {
    if (isLastAdmin) return ''; // said above the form
    return !mayGive && isHigher(role, person?.role ?? 'agent') ? texts.needsTokens : null;
  };
  const isTeamFixed = !mayGive && person?.role === 'manager';
  return (
    <SettingsCard title={texts.who}>
      <TextField
        label={texts.name}
        required
        maxLength={400}
        value={values.name}
        errors={errorsOf('name')}
        onChange={(event) => set('name', event.target.value)}
      />
      <TextField
        label={texts.email}
        type="email"
        autoComplete="off"
        value={values.email}
        hint={mayGive ? texts.emailHint : texts.needsTokens}
        disabled={!mayGive}
        errors={errorsOf('email')}
        onChange={(event) => set('email', event.target.value)}
      />
      {(hasNewEmail || isGone) && <Notice>{isGone ? texts.emailRemoved : texts.emailChanged}</Notice>}
      <RoleChoice
        value={values.role}
        onChange={(role) => set('role', role)}
        hindrance={hindrance}
        errors={errorsOf('role')}
      />
      {values.role === 'manager' && values.team === '' && <Notice>{texts.managerWithoutTeam}</Notice>}
      {person && isHigher(values.role, person.role) && <Notice>{texts.roleRaised}</Notice>}
      <SelectField
        label={texts.team}
        hint={isTeamFixed ? texts.needsTokens : texts.teamHint}
        disabled={isTeamFixed}
        options={[
          { value: '', label: texts.noTeam },
          ...named.map(({ public_id, name }) => ({ value: public_id, label: name })),
        ]}
        value={values.team}
        errors={errorsOf('team')}
        onChange={(event) => set('team', event.target.value)}
      />
      {person && values.team !== (person.team?.public_id ?? '') && (
        <TeamChange person={person} to={named.find(({ public_id }) => public_id === values.team)?.name ?? null} />
      )}
    </SettingsCard>
  );
}

/** What another team means for the leads that the person has. */
function TeamChange({ person, to }: { person: Person; to: string | null }) {
  const texts = usePeopleTexts();
  const format = useFormat();
  const { data } = useQuery(ownedQuery([person.public_id]));
  const count = data?.get(person.public_id) ?? 0;
  if (data === undefined || count === 0) return null;
  const leads = texts.leads(count, format.number(count));
  return (
    <Notice>
      <p>{to === null ? texts.person.teamLeft(leads) : texts.person.teamMoves(leads, to)}</p>
      <LeadsLink filters={{ owner: person.public_id }} />
    </Notice>
  );
}
