import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { memo } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { ownedQuery, type Person, peopleQuery } from '../../../api/people.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { ListEnd } from '../../../settings/list-end.tsx';
import { RecordList } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PeopleFilters, usePeopleFilter } from './filters.tsx';
import { PersonRow } from './person-row.tsx';

/** Everybody of the organization, by name: up to ten thousand. */
export function People() {
  const { sections } = useSettingsTexts();
  const texts = usePeopleTexts();
  const all = useTexts();
  const format = useFormat();
  const mayWrite = useMay()('settings:write');
  const { filter, said, set } = usePeopleFilter();
  const query = useInfiniteQuery(peopleQuery(filter));
  const pages = query.data?.pages ?? [];
  const shown = pages.reduce((sum, page) => sum + page.data.length, 0);
  return (
    <SettingsPage
      title={sections.people.name}
      description={sections.people.hint}
      wide
      actions={
        mayWrite && (
          <Link to="/settings/people/$record" params={{ record: 'new' }} className={buttonClass('primary')}>
            <UserPlus className="size-4" aria-hidden="true" />
            {texts.add}
          </Link>
        )
      }
    >
      <PeopleFilters said={said} set={set} />
      {query.isError && pages.length === 0 && (
        <Notice kind="problem">
          <p>{`${texts.notLoaded} ${sentenceOf(query.error, all)}`}</p>
          <Button className="mt-2" onClick={() => void query.refetch()}>
            {all.common.retry}
          </Button>
        </Notice>
      )}
      {query.isPending && <Skeleton className="h-96" />}
      {query.isSuccess && shown === 0 && (
        <Empty
          title={texts.noneFound}
          action={
            <Link to="/settings/people" search={{}} className={buttonClass()}>
              {texts.filters.clear}
            </Link>
          }
        >
          {texts.noneFoundHint}
        </Empty>
      )}
      <p role="status" className={shown === 0 ? 'sr-only' : '-mb-2 text-xs text-ink-soft'}>
        {shown > 0 ? texts.shown(format.number(shown), !query.hasNextPage) : query.isSuccess && texts.noneFound}
      </p>
      {shown > 0 && (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <RecordList label={texts.list}>
            {pages.map(({ data }) => data[0] && <PeoplePage key={data[0].public_id} people={data} />)}
          </RecordList>
        </div>
      )}
      <ListEnd query={query} />
    </SettingsPage>
  );
}

/** A page of the list, drawn again only when it changes. Its open leads are counted together. */
const PeoplePage = memo(function PeoplePage({ people }: { people: readonly Person[] }) {
  const { scope } = useMe();
  const ids = people.map(({ public_id }) => public_id);
  // Others than admins see the leads of some people only: of those alone the number is known.
  const none = scope === 'organization' ? 0 : undefined;
  const mayRead = useMay()('leads:read');
  const { data: open } = useQuery({ ...ownedQuery(ids, 'open'), enabled: mayRead });
  return people.map((person) => (
    <PersonRow key={person.public_id} person={person} open={open && (open.get(person.public_id) ?? none)} />
  ));
});
