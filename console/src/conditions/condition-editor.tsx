import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConditionTexts } from '../texts/conditions.ts';
import { Button } from '../ui/button.tsx';
import { ConditionRow } from './condition-row.tsx';
import type { DraftCondition } from './draft.ts';
import type { ConditionField } from './fields.ts';
import { useConditionWords } from './words.ts';

/** As many as the service takes. */
const MOST = 50;

interface ConditionEditorProps {
  conditions: readonly DraftCondition[];
  fields: readonly ConditionField[];
  onChange: (conditions: readonly DraftCondition[]) => void;
  /** Where the conditions stand in the request, such as `when` or `rules.2.when`. */
  at: string;
  errorsOf: (field: string) => readonly string[];
  /** The sentence alone. */
  readOnly?: boolean;
}

/** Conditions that must all hold, with the sentence that they make. */
export function ConditionEditor({ readOnly = false, ...props }: ConditionEditorProps) {
  const say = useConditionWords(props.fields);
  if (readOnly) return <p className="font-medium break-words">{say(props.conditions)}</p>;
  return <Editor {...props} />;
}

function Editor({ conditions, fields, onChange, at, errorsOf }: Omit<ConditionEditorProps, 'readOnly'>) {
  const texts = useConditionTexts();
  const say = useConditionWords(fields);
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  /** The row that gets the focus once it is drawn; -1: the button that adds one. */
  const [focusOn, setFocusOn] = useState<number | null>(null);
  useEffect(() => {
    if (focusOn === null) return;
    const row = list.current?.querySelectorAll('fieldset')[focusOn];
    (row?.querySelector('select') ?? addButton.current)?.focus();
    setFocusOn(null);
  }, [focusOn]);

  const add = () => {
    const first = fields.find((one) => one.name === 'source' && one.choices.length > 0) ?? fields[1];
    if (first === undefined) return;
    onChange([...conditions, { field: first.name, op: 'eq', value: null }]);
    setFocusOn(conditions.length);
    setSaid('');
  };
  const remove = (index: number) => {
    onChange(conditions.filter((_, n) => n !== index));
    setFocusOn(conditions.length === 1 ? -1 : Math.max(0, index - 1));
    setSaid(texts.removed(index + 1));
  };
  const whole = [...errorsOf(at), ...errorsOf(`${at}.all`)];
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium break-words">{say(conditions)}</p>
      <div ref={list} className="flex flex-col gap-2 empty:hidden">
        {conditions.map((condition, index) => (
          <ConditionRow
            key={index}
            number={index + 1}
            condition={condition}
            fields={fields}
            onChange={(changed) => onChange(conditions.map((one, n) => (n === index ? changed : one)))}
            onRemove={() => remove(index)}
            errorsOf={(part) => errorsOf(`${at}.all.${index}.${part}`)}
          />
        ))}
      </div>
      {whole.length > 0 && (
        <p role="alert" className="text-xs text-danger">
          {whole.join(' ')}
        </p>
      )}
      {conditions.length < MOST && (
        <Button
          ref={addButton}
          icon={<Plus className="size-4" aria-hidden="true" />}
          className="self-start"
          onClick={add}
        >
          {texts.add}
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
