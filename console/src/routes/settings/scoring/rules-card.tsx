import { ChevronDown, ChevronUp, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMay } from '../../../api/me.ts';
import { ConditionEditor } from '../../../conditions/condition-editor.tsx';
import type { ConditionField } from '../../../conditions/fields.ts';
import { useConditionWords } from '../../../conditions/words.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useScoringTexts } from '../../../texts/scoring.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { RuleDraft } from './model-draft.ts';

interface RulesCardProps {
  rules: readonly RuleDraft[];
  fields: readonly ConditionField[];
  onChange: (rules: readonly RuleDraft[]) => void;
  errorsOf: (field: string) => readonly string[];
  /** Whether a field or a part of it was refused. */
  isWrong: (field: string) => boolean;
}

/** Points by fields: each rule in a line, its conditions in words, opened to be changed. */
export function RulesCard({ rules, fields, onChange, errorsOf, isWrong }: RulesCardProps) {
  const texts = useScoringTexts();
  const mayWrite = useMay()('settings:write');
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  /** The rule that gets the focus once it is drawn; -1: the button that adds one. */
  const [focusOn, setFocusOn] = useState<number | null>(null);
  useEffect(() => {
    if (focusOn === null) return;
    const item = list.current?.querySelectorAll<HTMLElement>(':scope > li')[focusOn];
    (item?.querySelector('input') ?? addButton.current)?.focus();
    setFocusOn(null);
  }, [focusOn]);
  const wrong = rules.findIndex((_, index) => isWrong(`rules.${index}.when`));
  useEffect(() => {
    if (wrong >= 0) setOpen(wrong); // it stays open while the message goes with the first letter that is typed
  }, [wrong]);
  const add = () => {
    onChange([...rules, { name: '', points: '', when: [] }]);
    setOpen(rules.length);
    setFocusOn(rules.length);
  };
  const remove = (index: number) => {
    onChange(rules.filter((_, n) => n !== index));
    setOpen(null);
    setFocusOn(rules.length === 1 ? -1 : Math.max(0, index - 1));
  };
  const whole = errorsOf('rules');
  return (
    <SettingsCard title={texts.rules} hint={texts.rulesHint}>
      {rules.length === 0 && <p className="text-ink-soft">{texts.noRules}</p>}
      <ol ref={list} aria-label={texts.rules} className="flex flex-col divide-y divide-line empty:hidden">
        {rules.map((rule, index) => (
          <RuleItem
            key={index}
            number={index + 1}
            rule={rule}
            fields={fields}
            isOpen={open === index || isWrong(`rules.${index}.when`)}
            // What was refused in it stays in sight.
            onToggle={isWrong(`rules.${index}.when`) ? null : () => setOpen(open === index ? null : index)}
            onChange={(changed) => onChange(rules.map((one, n) => (n === index ? changed : one)))}
            onRemove={() => remove(index)}
            at={`rules.${index}`}
            errorsOf={errorsOf}
          />
        ))}
      </ol>
      {whole.length > 0 && (
        <p role="alert" className="text-xs text-danger">
          {whole.join(' ')}
        </p>
      )}
      {mayWrite && (
        <Button
          ref={addButton}
          icon={<Plus className="size-4" aria-hidden="true" />}
          className="self-start"
          onClick={add}
        >
          {texts.addRule}
        </Button>
      )}
    </SettingsCard>
  );
}

interface RuleItemProps {
  number: number;
  rule: RuleDraft;
  fields: readonly ConditionField[];
  isOpen: boolean;
  /** Null: it stays as it is. */
  onToggle: (() => void) | null;
  onChange: (rule: RuleDraft) => void;
  onRemove: () => void;
  at: string;
  errorsOf: (field: string) => readonly string[];
}

function RuleItem({ number, rule, fields, isOpen, onToggle, onChange, onRemove, at, errorsOf }: RuleItemProps) {
  const texts = useScoringTexts();
  const mayWrite = useMay()('settings:write');
  const { close } = useTexts().common;
  const say = useConditionWords(fields);
  const editor = useRef<HTMLDivElement>(null);
  const toggle = () => {
    flushSync(() => onToggle?.()); // so that the next key finds the focus there
    if (!isOpen) editor.current?.querySelector<HTMLElement>('select, button')?.focus();
  };
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="sr-only">{texts.rule(number)}</legend>
        <div className="flex items-start gap-2">
          <TextField
            label={texts.ruleName}
            hideLabel={number > 1}
            className="min-w-0 grow"
            maxLength={400}
            value={rule.name}
            errors={errorsOf(`${at}.name`)}
            onChange={(event) => onChange({ ...rule, name: event.target.value })}
          />
          <TextField
            label={texts.points}
            hideLabel={number > 1}
            className="w-20 shrink-0"
            inputMode="text"
            value={rule.points}
            errors={errorsOf(`${at}.points`)}
            onChange={(event) => onChange({ ...rule, points: event.target.value })}
          />
          {mayWrite && (
            <IconButton
              label={texts.removeRule(rule.name || String(number))}
              icon={<X className="size-4" aria-hidden="true" />}
              className={number > 1 ? '' : 'mt-6'}
              onClick={onRemove}
            />
          )}
        </div>
        <div className={isOpen ? 'flex flex-col gap-2' : 'flex flex-wrap items-center gap-x-3 gap-y-1'}>
          {isOpen ? (
            <div ref={editor}>
              <ConditionEditor
                conditions={rule.when}
                fields={fields}
                onChange={(when) => onChange({ ...rule, when })}
                at={`${at}.when`}
                errorsOf={errorsOf}
              />
            </div>
          ) : (
            <p className="min-w-0 break-words text-ink-soft">{say(rule.when)}</p>
          )}
          {mayWrite && onToggle !== null && (
            <Button
              look="quiet"
              icon={<Chevron className="size-4" aria-hidden="true" />}
              className="self-start"
              aria-expanded={isOpen}
              onClick={toggle}
            >
              {isOpen ? close : texts.editConditions}
            </Button>
          )}
        </div>
      </fieldset>
    </li>
  );
}
