import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { useRemovalFocus } from '../../../settings/use-removal-focus.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { Menu, MenuGroup, MenuItem } from '../../../ui/menu.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { askedOf, type CustomField, customOf, defaultLabel, type FieldDraft, plainNames } from './asked.ts';

interface FieldListProps {
  fields: readonly FieldDraft[];
  customFields: readonly CustomField[];
  errorsOf: (field: string) => readonly string[];
  onChange: (fields: FieldDraft[]) => void;
}

/** What the form asks for: added, named, ordered and removed. */
export function FieldList({ fields, customFields, errorsOf, onChange }: FieldListProps) {
  const texts = useFormTexts().fields;
  const mayWrite = useMay()('settings:write');
  const nameOf = useFieldName(customFields);
  const [said, setSaid] = useState('');
  const { box, onRemoved } = useRemovalFocus<HTMLDivElement>();
  const [opened, setOpened] = useState<string | null>(null);
  const change = (name: string, part: Partial<FieldDraft>) =>
    onChange(fields.map((one) => (one.field === name ? { ...one, ...part } : one)));
  const add = (field: string) => {
    onChange([...fields, { field, label: null, required: false }]);
    setOpened(field);
    setSaid(texts.added(nameOf(field)));
  };
  const remove = (name: string) => {
    onRemoved(fields.findIndex(({ field }) => field === name));
    onChange(fields.filter(({ field }) => field !== name));
    setSaid(texts.removed(nameOf(name)));
  };
  return (
    <div ref={box} className="flex flex-col gap-2">
      {fields.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      <SortableList
        label={texts.title}
        items={fields}
        idOf={({ field }) => field}
        nameOf={({ field }) => nameOf(field)}
        onMove={onChange}
        disabled={!mayWrite}
      >
        {(item, index) => (
          <FieldRow
            item={item}
            fields={fields}
            customFields={customFields}
            name={nameOf(item.field)}
            isNew={item.field === opened}
            errors={[...errorsOf(`fields.${index}.field`), ...errorsOf(`fields.${index}.label`)]}
            onChange={(part) => change(item.field, part)}
            onRemove={mayWrite ? () => remove(item.field) : null}
          />
        )}
      </SortableList>
      {errorsOf('fields').length > 0 && <p className="text-xs text-danger">{errorsOf('fields').join(' ')}</p>}
      {mayWrite && <AddField fields={fields} customFields={customFields} nameOf={nameOf} onAdd={add} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** What the field is called here, whatever label visitors read. */
export function useFieldName(customFields: readonly CustomField[]): (field: string) => string {
  const [language] = useLanguage();
  const { currency } = useMe().organization;
  return (field) => defaultLabel(field, { customFields, language, currency });
}

interface FieldRowProps {
  item: FieldDraft;
  fields: readonly FieldDraft[];
  customFields: readonly CustomField[];
  name: string;
  /** It was just added: its label is next. */
  isNew: boolean;
  errors: readonly string[];
  onChange: (part: Partial<FieldDraft>) => void;
  onRemove: (() => void) | null;
}

function FieldRow({ item, fields, customFields, name, isNew, errors, onChange, onRemove }: FieldRowProps) {
  const { fields: texts, types } = useFormTexts();
  const [language] = useLanguage();
  const { currency } = useMe().organization;
  const custom = customOf(customFields, item.field);
  const asked = askedOf(fields, { customFields, language, currency }).find((one) => one.name === item.field);
  const note = asked === undefined ? (custom ? texts.archived : texts.unknown) : asked.always && texts[asked.always];
  return (
    <div className="flex flex-col gap-1 py-0.5">
      <div className="flex items-center gap-2">
        <p className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {custom && <span className="text-xs text-ink-soft">{types[custom.type]}</span>}
        </p>
        {onRemove && (
          <IconButton
            label={texts.remove(name)}
            icon={<X className="size-4" aria-hidden="true" />}
            data-remove
            onClick={onRemove}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-1">
        <TextField
          label={texts.label(name)}
          hideLabel
          autoFocus={isNew}
          className="min-w-40 flex-1 basis-44"
          maxLength={800}
          placeholder={texts.placeholder}
          value={item.label ?? ''}
          errors={errors}
          onChange={(event) => onChange({ label: event.target.value === '' ? null : event.target.value })}
        />
        <Checkbox
          label={texts.required}
          aria-label={texts.requiredOf(name)}
          className="tap"
          disabled={asked?.always != null}
          checked={asked?.required ?? item.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
      </div>
      {note && <p className="text-xs text-ink-soft">{note}</p>}
    </div>
  );
}

interface AddFieldProps {
  fields: readonly FieldDraft[];
  customFields: readonly CustomField[];
  nameOf: (field: string) => string;
  onAdd: (field: string) => void;
}

function AddField({ fields, customFields, nameOf, onAdd }: AddFieldProps) {
  const { fields: texts, types } = useFormTexts();
  const isFree = (name: string) => !fields.some(({ field }) => field === name);
  const plain = plainNames.filter(isFree);
  const custom = customFields.filter(({ key, archived }) => !archived && isFree(CUSTOM + key));
  if (plain.length + custom.length === 0) return <p className="text-ink-soft">{texts.allUsed}</p>;
  return (
    <div data-add>
      <Menu trigger={<Button icon={<Plus className="size-4" aria-hidden="true" />}>{texts.add}</Button>}>
        {plain.length > 0 && (
          <MenuGroup label={texts.standard}>
            {plain.map((name) => (
              <MenuItem key={name} onSelect={() => onAdd(name)}>
                {nameOf(name)}
              </MenuItem>
            ))}
          </MenuGroup>
        )}
        {custom.length > 0 && (
          <MenuGroup label={texts.custom}>
            {custom.map(({ key, label, type }) => (
              <MenuItem key={key} note={types[type]} onSelect={() => onAdd(CUSTOM + key)}>
                {label}
              </MenuItem>
            ))}
          </MenuGroup>
        )}
      </Menu>
    </div>
  );
}
