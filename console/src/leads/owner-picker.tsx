import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ownersQuery } from '../api/leads.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Choice, Combobox } from '../ui/combobox.tsx';

interface OwnerPickerProps {
  label: string;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** Besides the members, such as "Nobody". */
  also?: readonly Choice[];
}

/** Chooses among the members to whom the caller may give leads. */
export function OwnerPicker({ label, value, onChange, also = [] }: OwnerPickerProps) {
  const { common, roles } = useTexts();
  const [search, setSearch] = useState('');
  const typed = useDeferredValue(search === value?.label ? '' : search);
  const { data: owners = [] } = useQuery(ownersQuery(typed));
  const choices = owners.map(({ public_id, name, role, team }) => ({
    value: public_id,
    label: name,
    note: [roles[role], team?.name].filter(Boolean).join(' · '),
  }));
  return (
    <Combobox
      label={label}
      choices={[...(typed === '' ? also : []), ...choices]}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      placeholder={common.searchPeople}
    />
  );
}
