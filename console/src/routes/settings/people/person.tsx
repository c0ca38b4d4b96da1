import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { addPerson, changePerson, ownedQuery, type Person as PersonRecord } from '../../../api/people.ts';
import { queryClient } from '../../../api/query-client.ts';
import { recordQuery, recordsQuery, type Seen } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { useRequestKey } from '../../../settings/request-key.ts';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { bodyOf, fieldsOf, newBodyOf, type PersonFields } from './person-fields.ts';
import { PersonForm } from './person-form.tsx';
import { rangesOf, shownEnd, weekdays } from './working-hours.ts';

/** One person; `new` is being added. */
export function Person() {
  const { record } = useParams({ from: '/signed-in/settings/people/$record' });
  return record === 'new' ? <NewPerson /> : <KnownPerson key={record} id={record} />;
}

function KnownPerson({ id }: { id: string }) {
  const query = recordQuery('memberships', id);
  const { data: seen } = useSuspenseQuery(query);
  const { all } = usePeopleTexts();
  const form = useRecordForm({
    seen,
    fieldsOf,
    save: (changed, _, etag) => changePerson(id, bodyOf(changed), etag),
    reread: () => queryClient.fetchQuery(query),
    labelOf: useLabels(),
    wordsOf: useValueWords(),
  });
  const [inviting, setInviting] = useState(false);
  return (
    <SettingsPage
      title={seen.record.name}
      back={{ to: '/settings/people', label: all }}
      description={<OpenLeads id={id} />}
    >
      <PersonForm form={form} person={seen.record} onInvite={() => setInviting(true)} />
      {inviting && <InvitationDialog person={seen.record} onClose={() => setInviting(false)} />}
    </SettingsPage>
  );
}

function OpenLeads({ id }: { id: string }) {
  const { openLeads } = usePeopleTexts();
  const format = useFormat();
  const { scope } = useMe();
  const mayRead = useMay()('leads:read');
  const { data } = useQuery({ ...ownedQuery([id], 'open'), enabled: mayRead });
  const count = data?.get(id) ?? (data && scope === 'organization' ? 0 : undefined);
  if (count === undefined) return null;
  return (
    <Link
      to="/leads"
      search={{ owner: id, kind: 'open' }}
      className="tap inline-flex items-center text-accent underline"
    >
      {openLeads(count, format.number(count))}
    </Link>
  );
}

function NewPerson() {
  const { all, person: texts } = usePeopleTexts();
  const navigate = useNavigate();
  const invites = useRef(false);
  const keyFor = useRequestKey();
  const [added, setAdded] = useState<PersonRecord | null>(null);
  const open = ({ public_id }: PersonRecord) =>
    void navigate({ to: '/settings/people/$record', params: { record: public_id }, replace: true });
  const form = useRecordForm<PersonRecord, ReturnType<typeof fieldsOf>>({
    seen: null,
    fieldsOf,
    save: async (_, all): Promise<Seen<PersonRecord>> => {
      const body = newBodyOf(all);
      return { record: await addPerson(body, keyFor(body)), etag: null };
    },
    reread: () => Promise.reject(new Error('it is being made')),
    onSaved: (saved) => {
      if (saved === null) return;
      if (invites.current) setAdded(saved.record);
      else open(saved.record);
    },
    labelOf: useLabels(),
  });
  return (
    <SettingsPage title={texts.new} back={{ to: '/settings/people', label: all }}>
      <PersonForm
        form={form}
        person={null}
        onSubmit={(isInvited) => {
          invites.current = isInvited;
        }}
      />
      {added && <InvitationDialog person={added} onClose={() => open(added)} />}
    </SettingsPage>
  );
}

/** Names of the fields, for conflicts. */
function useLabels(): (field: string) => string {
  const { person: texts } = usePeopleTexts();
  const labels: Readonly<Record<string, string>> = {
    name: texts.name,
    email: texts.email,
    role: texts.role,
    team: texts.team,
    active: texts.active,
    accepting_leads: texts.accepting,
    weight: texts.weight,
    open_cap: texts.openCap,
    daily_cap: texts.dailyCap,
    working_hours: texts.hours,
  };
  return (field) => labels[field] ?? field;
}

/** Values of the fields, for conflicts. */
function useValueWords() {
  const { person: texts, hours } = usePeopleTexts();
  const { roles } = useTexts();
  const { data: teams } = useQuery(recordsQuery('teams'));
  const capOf = (cap: string) => cap || texts.noLimit;
  return {
    role: (role: PersonFields['role']) => roles[role],
    team: (id: string) => (id === '' ? texts.noTeam : (teams?.find((team) => team.public_id === id)?.name ?? '…')),
    open_cap: capOf,
    daily_cap: capOf,
    working_hours: (week: PersonFields['working_hours']) =>
      week === null
        ? texts.always
        : weekdays.flatMap((day) => {
            const ranges = rangesOf(week, day).map(([from, to]) => `${from}–${shownEnd(to)}`);
            return ranges.length === 0 ? [] : [`${hours.days[day]} ${ranges.join(', ')}`];
          }),
  };
}
