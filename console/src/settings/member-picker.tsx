import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { foundPeopleQuery, type Person } from '../api/people.ts';
import { useTexts } from '../texts/texts.tsx';
import { Combobox } from '../ui/combobox.tsx';

interface MemberPickerProps {
  id?: string;
  label: string;
  value: Pick<Person, 'public_id' | 'name'> | null;
  onChange: (person: Person | null) => void;
  placeholder?: string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

/** Chooses one person of the organization, active or not. */
export function MemberPicker({ id, label, value, onChange, placeholder, ...field }: MemberPickerProps) {
  const { common, roles } = useTexts();
  const [search, setSearch] = useState('');
  const typed = useDeferredValue(search === value?.name ? '' : search);
  const { data: people = [] } = useQuery(foundPeopleQuery(/[\p{L}\p{N}]/u.test(typed) ? typed : ''));
  return (
    <Combobox
      {...field}
      {...(id !== undefined && { id })}
      label={label}
      choices={people.map(({ public_id, name, role, team }) => ({
        value: public_id,
        label: name,
        note: [roles[role], team?.name].filter(Boolean).join(' · '),
      }))}
      value={value && { value: value.public_id, label: value.name }}
      onChange={(choice) => onChange(people.find(({ public_id }) => public_id === choice?.value) ?? null)}
      onSearch={setSearch}
      placeholder={placeholder ?? common.searchPeople}
    />
  );
}
