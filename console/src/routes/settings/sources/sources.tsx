import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { countsQuery } from '../../../api/leads.ts';
import { useMay, useMe } from '../../../api/me.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { ListNarrowing } from '../../../settings/list-narrowing.tsx';
import { RecordList } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useSourcesTexts } from '../../../texts/sources.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddSource } from './add-source.tsx';
import { RenameSource } from './rename-source.tsx';
import { type Source, SourceRow } from './source-row.tsx';

/** Rows drawn at once: a thousand take a second on a phone. */
const STEP = 100;
const LONG = 10;

export function Sources() {
  const { sections, readOnly } = useSettingsTexts();
  const texts = useSourcesTexts();
  const may = useMay();
  const mayWrite = may('settings:write');
  const { scope } = useMe();
  const format = useFormat();
  const { data: all } = useSuspenseQuery(recordsQuery('sources'));
  const counted = useQuery({ ...countsQuery('source', {}), enabled: may('leads:read') }).data;
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const [most, setMost] = useState(STEP);
  const [renamed, setRenamed] = useState<Source | null>(null);
  const wanted = useDeferredValue(typed).trim().toLocaleLowerCase();

  const counts = counted && new Map(counted.map((one) => [one.group?.public_id, one]));
  const without = counted?.find(({ group }) => group === null)?.count ?? 0;
  const offered = isShown ? all : all.filter(({ archived }) => !archived);
  const found = wanted === '' ? offered : offered.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const left = found.length - most;
  return (
    <SettingsPage
      title={sections.sources.name}
      description={scope === 'organization' ? texts.hint : `${texts.hint} ${texts.yourLeads}`}
    >
      {mayWrite ? <AddSource /> : <Notice>{readOnly}</Notice>}
      <ListNarrowing
        find={all.length > LONG ? texts.find : null}
        typed={typed}
        onType={setTyped}
        hasArchived={all.some(({ archived }) => archived)}
        isArchivedShown={isShown}
        onShowArchived={setShown}
      />
      <p role="status" className={found.length === 0 && wanted !== '' ? 'text-ink-soft' : 'sr-only'}>
        {found.length === 0 && wanted !== '' ? texts.noMatch(typed.trim()) : ''}
      </p>
      {offered.length === 0 && wanted === '' && (
        <Empty title={texts.none}>{mayWrite ? texts.noneHint : texts.noneRead}</Empty>
      )}
      {found.length > 0 && (
        <RecordList label={texts.list}>
          {found.slice(0, most).map((source) => (
            <SourceRow
              key={source.public_id}
              source={source}
              figures={counts && (counts.get(source.public_id) ?? { count: 0, estimated_value: 0 })}
              onRename={mayWrite ? () => setRenamed(source) : null}
            />
          ))}
        </RecordList>
      )}
      {left > 0 && (
        <Button className="self-center" onClick={() => setMost(most + STEP)}>
          {texts.more(format.number(Math.min(left, STEP)))}
        </Button>
      )}
      {without > 0 && <p className="text-ink-soft">{texts.without(texts.leads(without, format.number(without)))}</p>}
      {renamed && <RenameSource id={renamed.public_id} name={renamed.name} onClose={() => setRenamed(null)} />}
    </SettingsPage>
  );
}
