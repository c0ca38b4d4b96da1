import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PeopleFilter, Role } from '../../../api/people.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useSettled } from '../../../shell/use-settled.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { SelectField } from '../../../ui/field.tsx';

export const roleNames = ['agent', 'manager', 'admin'] as const satisfies readonly Role[];
const QUIET_MS = 250;

/** What the address asks for. What it cannot ask for is left out. */
export function usePeopleFilter() {
  const said = useSearch({ from: '/signed-in/settings/people' });
  const navigate = useNavigate();
  const { search = '', role = '', team = '', active = '' } = said;
  const filter = useMemo((): PeopleFilter => {
    const known = roleNames.find((one) => one === role);
    return {
      ...(hasLetter(search) && { search: search.trim().slice(0, MOST_TEXT) }),
      ...(known && { role: known }),
      ...(team !== '' && { team: team.slice(0, MOST_TEXT) }),
      ...((active === 'true' || active === 'false') && { active: active === 'true' }),
    };
  }, [search, role, team, active]);
  const set = (name: string, value: string, replace = false) => {
    const next = { search, role, team, active, [name]: value };
    const kept = Object.fromEntries(Object.entries(next).filter(([, text]) => text !== ''));
    void navigate({ to: '/settings/people', search: kept, replace });
  };
  return { filter, said: { search, role, team, active }, set };
}

const MOST_TEXT = 100;
const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);

export function PeopleFilters({ said, set }: Pick<ReturnType<typeof usePeopleFilter>, 'said' | 'set'>) {
  const { filters, ...texts } = usePeopleTexts();
  const { roles } = useTexts();
  const { data: teams = [] } = useQuery(recordsQuery('teams'));
  const named = [...teams].sort((one, other) => one.name.localeCompare(other.name));
  const choose = (name: keyof typeof said) => ({
    value: said[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField label={texts.search} value={said.search} onChange={(text) => set('search', text, true)} />
      <SelectField
        label={filters.role}
        hideLabel
        options={[{ value: '', label: filters.anyRole }, ...roleNames.map((value) => ({ value, label: roles[value] }))]}
        {...choose('role')}
      />
      <SelectField
        label={filters.team}
        hideLabel
        options={[
          { value: '', label: filters.anyTeam },
          { value: 'none', label: filters.noTeam },
          ...named.map(({ public_id, name }) => ({ value: public_id, label: name })),
        ]}
        {...choose('team')}
      />
      <SelectField
        label={filters.active}
        hideLabel
        className="max-lg:col-span-2"
        options={[
          { value: '', label: filters.anyState },
          { value: 'true', label: filters.isActive },
          { value: 'false', label: filters.isInactive },
        ]}
        {...choose('active')}
      />
    </search>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** Told when nothing more is typed for a moment. */
function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed, QUIET_MS);
  const told = useRef(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    if (settled === told.current) return;
    told.current = settled;
    tell.current(settled);
  }, [settled]);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  return (
    <div className="relative col-span-2 lg:col-span-1">
      <SearchIcon className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-soft" aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        className="field-box pl-8!"
      />
    </div>
  );
}
