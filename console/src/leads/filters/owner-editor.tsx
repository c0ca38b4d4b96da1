import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Choices } from '../../ui/choices.tsx';
import { OwnerPicker } from '../owner-picker.tsx';

interface OwnerEditorProps {
  label: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  memberName: (id: string) => string | undefined;
  errors?: readonly string[] | undefined;
  /** Leads of nobody cannot be asked for. */
  withoutNobody?: boolean;
}

const NOBODY = 'none';

/** Me, nobody, and whoever is looked up by name. */
export function OwnerEditor({ label, chosen, onChange, memberName, errors, withoutNobody }: OwnerEditorProps) {
  const { filters } = useTexts().leads;
  const { membership } = useMe();
  // What was chosen stays in the list while the editor is open, so that it can be chosen again.
  const always = withoutNobody ? [membership.public_id] : [membership.public_id, NOBODY];
  const [offered, setOffered] = useState([...new Set([...always, ...chosen])]);
  const nameOf = (id: string): string => {
    if (id === NOBODY) return filters.nobody;
    return id === membership.public_id ? filters.me(membership.name) : (memberName(id) ?? filters.somebody);
  };
  const add = (id: string) => {
    setOffered([...new Set([...offered, id])]);
    if (!chosen.includes(id)) onChange([...chosen, id]);
  };
  return (
    <div className="flex flex-col gap-2">
      <Choices
        label={label}
        choices={offered.map((id) => ({ value: id, label: nameOf(id) }))}
        chosen={chosen}
        onChange={onChange}
        errors={errors}
      />
      <OwnerPicker label={filters.addOwner} value={null} onChange={(choice) => choice && add(choice.value)} />
    </div>
  );
}
