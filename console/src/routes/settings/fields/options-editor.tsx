import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { useFieldsTexts } from '../../../texts/fields.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';

interface OptionsEditorProps {
  options: readonly string[];
  onChange: (options: string[]) => void;
  errors: readonly string[];
}

/** The options of a select field: added one by one or many lines at once, removed, put in order. */
export function OptionsEditor({ options, onChange, errors }: OptionsEditorProps) {
  const texts = useFieldsTexts();
  const mayWrite = useMay()('settings:write');
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function add(text: string): void {
    const lines = [...new Set(text.split(/\r?\n/).map((line) => line.trim().normalize('NFC')))].filter(Boolean);
    const known = lines.filter((line) => options.includes(line));
    const fresh = lines.filter((line) => !options.includes(line));
    if (fresh.length > 0) onChange([...options, ...fresh]);
    setTyped('');
    const sentences = [
      ...(fresh.length > 0 ? [texts.optionsAdded(fresh.length)] : []),
      ...(known.length > 0 ? [texts.optionsKnown(known.join(', '))] : []),
    ];
    setSaid(sentences.join(' '));
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault(); // it would save the form
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text.trim())) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };
  const remove = (option: string) => {
    onChange(options.filter((one) => one !== option));
    setSaid(texts.removed(option));
    input.current?.focus();
  };
  return (
    <>
      {options.length === 0 && <p className="text-ink-soft">{texts.optionsNone}</p>}
      <SortableList
        label={texts.optionsList}
        items={options}
        idOf={(option) => option}
        nameOf={(option) => option}
        onMove={onChange}
        disabled={!mayWrite}
      >
        {(option) => (
          <div className="flex items-center gap-2">
            <span className="min-w-0 grow break-words">{option}</span>
            {mayWrite && (
              <IconButton
                label={texts.removeOption(option)}
                icon={<X className="size-4" aria-hidden="true" />}
                onClick={() => remove(option)}
              />
            )}
          </div>
        )}
      </SortableList>
      {mayWrite && (
        <Field label={texts.newOption} hint={texts.newOptionHint} errors={errors}>
          {(control) => (
            <div className="flex max-w-md gap-2">
              <input
                {...control}
                ref={input}
                type="text"
                maxLength={400}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
                className="field-box"
              />
              <Button icon={<Plus className="size-4" aria-hidden="true" />} onClick={() => add(typed)}>
                {texts.addOption}
              </Button>
            </div>
          )}
        </Field>
      )}
      <p role="status" className="text-xs text-ink-soft empty:hidden">
        {said}
      </p>
    </>
  );
}
