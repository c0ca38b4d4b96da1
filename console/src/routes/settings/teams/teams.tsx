import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { countsQuery } from '../../../api/leads.ts';
import { useMay, useMe } from '../../../api/me.ts';
import { peopleCountsQuery } from '../../../api/people.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { RecordList } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TeamRow } from './team-row.tsx';

const TeamDialog = lazyDialog(async () => (await import('./team-dialog.tsx')).TeamDialog);

/** From here on, a list is searched rather than read. */
const MANY = 10;

export function Teams() {
  const { sections } = useSettingsTexts();
  const { teams: texts } = usePeopleTexts();
  const format = useFormat();
  const { scope } = useMe();
  const may = useMay();
  const mayWrite = may('settings:write');
  const { data: teams } = useSuspenseQuery(recordsQuery('teams'));
  const { data: members } = useQuery(peopleCountsQuery('team', true));
  const { data: leads } = useQuery({ ...countsQuery('team', { kind: 'open' }), enabled: may('leads:read') });
  const [typed, setTyped] = useState('');
  /** A team's id; `new`: one is being added. */
  const [edited, setEdited] = useState<string | null>(null);
  const wanted = typed.trim().toLocaleLowerCase();
  const shown = teams
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .sort((one, other) => one.name.localeCompare(other.name));
  const add = (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden="true" />} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  );
  const countIn = (counts: typeof members, id: string) => counts?.find(({ group }) => group?.public_id === id)?.count;
  const teamless = members?.find(({ group }) => group === null)?.count ?? 0;
  return (
    <SettingsPage
      title={sections.teams.name}
      description={sections.teams.hint}
      actions={mayWrite && teams.length > 0 && add}
    >
      {teams.length > MANY && (
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="field-box"
        />
      )}
      {teams.length === 0 && (
        <Empty title={texts.none} action={mayWrite && add}>
          {texts.noneHint}
        </Empty>
      )}
      {teams.length > 0 && shown.length === 0 && <Empty title={texts.noneFound} />}
      {shown.length > 0 && (
        <RecordList label={texts.list}>
          {shown.map((team) => (
            <TeamRow
              key={team.public_id}
              team={team}
              members={countIn(members, team.public_id)}
              open={countIn(leads, team.public_id) ?? (leads && scope === 'organization' ? 0 : undefined)}
              onRename={mayWrite ? () => setEdited(team.public_id) : undefined}
            />
          ))}
        </RecordList>
      )}
      {teams.length > 0 && (
        <p className="text-ink-soft">
          {teamless > 0 && `${texts.withoutTeam(texts.members(teamless, format.number(teamless)))} `}
          {texts.notDeleted}
        </p>
      )}
      {edited !== null && (
        <Suspense>
          <TeamDialog id={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </SettingsPage>
  );
}
