import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { ListNarrowing } from '../../../settings/list-narrowing.tsx';
import { RecordList, RecordRow } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useFieldsTexts } from '../../../texts/fields.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';

const LONG = 10;
const OPTIONS_SHOWN = 6;

export function Fields() {
  const { sections, readOnly, archived: archivedText } = useSettingsTexts();
  const texts = useFieldsTexts();
  const mayWrite = useMay()('settings:write');
  const { data: all } = useSuspenseQuery(recordsQuery('custom-fields'));
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const wanted = typed.trim().toLocaleLowerCase();
  const offered = isShown ? all : all.filter(({ archived }) => !archived);
  const found = offered.filter(({ label, key }) => `${label} ${key}`.toLocaleLowerCase().includes(wanted));
  const add = mayWrite && (
    <Link to="/settings/fields/$record" params={{ record: 'new' }} className={buttonClass('primary')}>
      <Plus className="size-4" aria-hidden="true" />
      {texts.add}
    </Link>
  );
  return (
    <SettingsPage title={sections.fields.name} description={texts.hint} actions={offered.length > 0 && add}>
      {!mayWrite && <Notice>{readOnly}</Notice>}
      <ListNarrowing
        find={all.length > LONG ? texts.find : null}
        typed={typed}
        onType={setTyped}
        hasArchived={all.some(({ archived }) => archived)}
        isArchivedShown={isShown}
        onShowArchived={setShown}
      />
      {offered.length === 0 && (
        <Empty title={texts.none} action={add}>
          {mayWrite ? texts.noneHint : texts.noneRead}
        </Empty>
      )}
      {offered.length > 0 && found.length === 0 && (
        <p role="status" className="text-ink-soft">
          {texts.noMatch(typed.trim())}
        </p>
      )}
      {found.length > 0 && (
        <RecordList label={texts.list}>
          {found.map(({ public_id, key, label, type, required, options, archived }) => (
            <RecordRow
              key={public_id}
              name={label}
              to={`/settings/fields/${public_id}`}
              badges={
                <>
                  {required && <Badge tone="warn">{texts.required}</Badge>}
                  {archived && <Badge>{archivedText}</Badge>}
                </>
              }
              detail={
                <span className="flex flex-wrap gap-x-2">
                  <span>{texts.types[type].name}</span>
                  <code className="text-xs leading-5 break-all">{key}</code>
                  {options.length > 0 && (
                    <span className="min-w-0 break-words">
                      {options.length <= OPTIONS_SHOWN
                        ? options.join(' · ')
                        : `${texts.options(options.length)}: ${options.slice(0, OPTIONS_SHOWN).join(' · ')} …`}
                    </span>
                  )}
                </span>
              }
            />
          ))}
        </RecordList>
      )}
    </SettingsPage>
  );
}
