import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { optionsQuery, type PossibleOwner } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';
import { useMemberNames } from '../../leads/filters/use-members.ts';
import { OwnerPicker } from '../../leads/owner-picker.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { boardSorts, filterNames, ME, type Shown } from './filters.ts';

interface FilterBarProps {
  search: Readonly<Record<string, string>>;
  sort: string;
  onChange: (changed: Shown) => void;
}

/** What the board shows. On phones all but the search is behind a button. */
export function FilterBar({ search, sort, onChange }: FilterBarProps) {
  const { board } = useTexts();
  const isWide = useIsWide();
  const given = filterNames.filter((name) => search[name]);
  const others = <OtherFilters search={search} sort={sort} onChange={onChange} />;
  const clear = () => onChange(Object.fromEntries(filterNames.map((name) => [name, ''])));
  const hidden = given.filter((name) => name !== 'search').length;
  return (
    <search className="flex min-w-0 grow flex-wrap items-center gap-2">
      <SearchField value={search.search ?? ''} onChange={(text) => onChange({ search: text })} />
      {isWide ? (
        <>
          {others}
          {given.length > 0 && (
            <IconButton label={board.clear} icon={<X className="size-4" aria-hidden="true" />} onClick={clear} />
          )}
        </>
      ) : (
        <Popover
          align="end"
          title={board.filters}
          trigger={
            <Button icon={<SlidersHorizontal className="size-4" aria-hidden="true" />}>
              {hidden === 0 ? board.filters : `${board.filters} (${hidden})`}
            </Button>
          }
        >
          <div className="flex flex-col gap-2">
            {others}
            {given.length > 0 && (
              <Button look="quiet" onClick={clear}>
                {board.clear}
              </Button>
            )}
          </div>
        </Popover>
      )}
    </search>
  );
}

const TYPING_MS = 300;

/** Searches when the person pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { board } = useTexts();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <TextField
      type="search"
      label={board.search}
      hideLabel
      placeholder={board.searchHere}
      maxLength={100}
      className="min-w-0 grow md:w-36 md:grow-0"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

function OtherFilters({ search, sort, onChange }: FilterBarProps) {
  const { board, bands, common } = useTexts();
  const { role } = useMe();
  const { sources } = useSuspenseQuery(optionsQuery).data;
  const times: Readonly<Record<string, string>> = board.created;
  const created = search.created_at ?? '';
  const ranges = created === '' || Object.hasOwn(times, created) ? times : { ...times, [created]: created };
  const select = (
    name: 'source' | 'created_at' | 'score_band',
    label: string,
    any: string,
    named: [string, string][],
  ) => (
    <SelectField
      label={label}
      hideLabel
      className="md:w-34"
      value={search[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
      options={[{ value: '', label: any }, ...named.map(([value, label]) => ({ value, label }))]}
    />
  );
  return (
    <>
      {role !== 'agent' && <OwnerFilter value={search.owner ?? ''} onChange={(owner) => onChange({ owner })} />}
      {select(
        'source',
        common.fields.source,
        board.anySource,
        sources.map(({ public_id, name }) => [public_id, name]),
      )}
      {select('score_band', common.fields.score_band, board.anyBand, Object.entries(bands))}
      {select('created_at', common.fields.created_at, board.anyTime, Object.entries(ranges))}
      <SelectField
        label={board.sort}
        hideLabel
        className="md:w-42"
        value={sort}
        onChange={(event) => onChange({ sort: event.target.value })}
        options={boardSorts.map((value) => ({ value, label: board.sorts[value] }))}
      />
    </>
  );
}

function OwnerFilter({ value, onChange }: { value: string; onChange: (owner: string) => void }) {
  const { board } = useTexts();
  const known = useQueryClient().getQueriesData<PossibleOwner[]>({ queryKey: ['owners'] });
  const also = [
    { value: '', label: board.everyone },
    { value: ME, label: board.me },
    { value: 'none', label: board.nobody },
  ];
  const nameOf = useMemberNames(value.includes(',') || also.some((one) => one.value === value) ? [] : [value]);
  const member = known.flatMap(([, owners]) => owners ?? []).find(({ public_id }) => public_id === value);
  const chosen = also.find((one) => one.value === value) ?? {
    value,
    label: member?.name ?? nameOf(value) ?? board.aMember,
  };
  return (
    <div className="md:w-32">
      <OwnerPicker
        label={board.owner}
        also={also}
        value={chosen}
        onChange={(choice) => onChange(choice?.value ?? '')}
      />
    </div>
  );
}
