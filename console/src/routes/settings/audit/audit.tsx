import { Download } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useMe } from '../../../api/me.ts';
import { fieldErrors, sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { dayIn } from '../../../format/zoned.ts';
import { useActorName } from '../../../leads/actor-name.ts';
import { saveFile } from '../../../leads/export-leads.ts';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useAuditTexts } from '../../../texts/audit.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EntryItem } from './entry-item.tsx';
import { useFieldLabel } from './field-label.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filterOf, useFilters } from './filters.ts';
import { useName } from './names.ts';
import { trailCsv } from './trail-csv.ts';
import { useTrail } from './use-trail.ts';

/** Who changed what, and when: filtered by the address, newest first, as far back as one scrolls. */
export function Audit() {
  const all = useTexts();
  const { name, hint } = useSettingsTexts().sections.audit;
  const texts = useAuditTexts();
  const format = useFormat();
  const { role, organization } = useMe();
  const actorName = useActorName();
  const labelOf = useFieldLabel();
  const control = useFilters();
  const trail = useTrail(filterOf(control.filters));
  const { entries, query } = trail;
  const known = useName(control.filters.subject ?? '');
  const latest = useRef(control.set);
  useEffect(() => {
    latest.current = control.set;
  });
  const onFilter = useCallback((part: Filters) => latest.current(part), []);
  const save = () => {
    const { time_zone: timeZone } = organization;
    const text = trailCsv(entries, { texts, timeZone, actorName, labelOf });
    const day = dayIn(new Date().toISOString(), timeZone);
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `audit-${day}.csv`);
    toast({ title: texts.csvSaved(format.number(entries.length), entries.length === 1) });
  };
  return (
    <SettingsPage
      title={name}
      description={role === 'admin' ? hint : texts.hintManager}
      wide
      actions={
        <Button
          title={texts.csvHint}
          disabled={entries.length === 0}
          icon={<Download className="size-4" aria-hidden="true" />}
          onClick={save}
        >
          {texts.csv}
        </Button>
      }
    >
      <FilterBar
        {...control}
        errors={fieldErrors(query.error)}
        subjectName={entries[0]?.subject.name ?? known ?? null}
      />
      {query.isPending && !query.isError && <Skeleton className="h-64" />}
      {entries.length > 0 && (
        <ol aria-label={texts.list} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {entries.map((entry) => (
            <EntryItem key={entry.public_id} entry={entry} onFilter={onFilter} />
          ))}
        </ol>
      )}
      {query.data !== undefined && entries.length === 0 && !query.hasNextPage && (
        <Empty
          title={control.isFiltered ? texts.noMatch : texts.empty}
          action={control.isFiltered && <Button onClick={control.clear}>{texts.clear}</Button>}
        >
          {control.isFiltered ? texts.noMatchHint : texts.emptyHint}
        </Empty>
      )}
      {query.error !== null && (
        <Notice kind="problem">
          <p>{`${texts.notLoaded} ${sentenceOf(query.error, all)}`}</p>
          <Button className="mt-2" onClick={trail.retry}>
            {all.common.retry}
          </Button>
        </Notice>
      )}
      {query.hasNextPage && query.error === null && (
        <div ref={trail.end} className="flex flex-col items-center gap-2 pb-4">
          {trail.isLooking && <p role="status">{texts.looking}</p>}
          {trail.hasGivenUp && <p role="status">{texts.lookedBack}</p>}
          <Button busy={query.isFetchingNextPage} onClick={trail.lookOn}>
            {trail.hasGivenUp ? texts.lookOn : texts.more}
          </Button>
        </div>
      )}
    </SettingsPage>
  );
}
