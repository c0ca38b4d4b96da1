import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useScoringTexts } from '../../../texts/scoring.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import type { Activity, SignalDraft } from './model-draft.ts';

interface SignalsCardProps {
  signals: readonly SignalDraft[];
  onChange: (signals: readonly SignalDraft[]) => void;
  errorsOf: (field: string) => readonly string[];
}

const numbers = ['points', 'half_life_days', 'cap'] as const;

/** Points by activities: each kind once. */
export function SignalsCard({ signals, onChange, errorsOf }: SignalsCardProps) {
  const texts = useScoringTexts();
  const { kinds } = useTexts().lead;
  const mayWrite = useMay()('settings:write');
  const isWide = useIsWide();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** The activity that gets the focus once it is drawn; -1: the button that adds one. */
  const [focusOn, setFocusOn] = useState<number | null>(null);
  useEffect(() => {
    if (focusOn === null) return;
    const item = list.current?.querySelectorAll<HTMLElement>(':scope > li')[focusOn];
    (item?.querySelector('select') ?? addButton.current)?.focus();
    setFocusOn(null);
  }, [focusOn]);
  const all = Object.keys(kinds) as Activity[];
  const free = all.filter((kind) => !signals.some(({ activity }) => activity === kind));
  const labels = { points: texts.points, half_life_days: texts.halfLife, cap: texts.cap };
  const add = (activity: Activity) => {
    onChange([...signals, { activity, points: '', half_life_days: '', cap: '' }]);
    setFocusOn(signals.length);
  };
  const remove = (index: number) => {
    onChange(signals.filter((_, n) => n !== index));
    setFocusOn(signals.length === 1 ? -1 : Math.max(0, index - 1));
  };
  return (
    <SettingsCard title={texts.signals} hint={texts.signalsHint}>
      {signals.length === 0 && <p className="text-ink-soft">{texts.noSignals}</p>}
      <ol ref={list} aria-label={texts.signals} className="flex flex-col divide-y divide-line empty:hidden">
        {signals.map((signal, index) => (
          <li key={index} className="py-2 first:pt-0 last:pb-0">
            <fieldset className="flex min-w-0 items-start gap-2">
              <legend className="sr-only">{texts.signal(kinds[signal.activity])}</legend>
              <div className="grid min-w-0 grow grid-cols-3 items-end gap-2 sm:grid-cols-[minmax(0,1.5fr)_repeat(3,minmax(0,1fr))]">
                <SelectField
                  label={texts.activity}
                  hideLabel={isWide && index > 0}
                  className="col-span-3 sm:col-span-1"
                  options={all
                    .filter((kind) => kind === signal.activity || free.includes(kind))
                    .map((kind) => ({ value: kind, label: kinds[kind] }))}
                  value={signal.activity}
                  errors={errorsOf(`signals.${index}.activity`)}
                  onChange={(event) => {
                    const activity = event.target.value as Activity;
                    onChange(signals.map((one, n) => (n === index ? { ...one, activity } : one)));
                  }}
                />
                {numbers.map((field) => (
                  <TextField
                    key={field}
                    label={labels[field]}
                    hideLabel={isWide && index > 0}
                    inputMode={field === 'points' ? 'text' : 'decimal'}
                    value={signal[field]}
                    errors={errorsOf(`signals.${index}.${field}`)}
                    onChange={(event) =>
                      onChange(signals.map((one, n) => (n === index ? { ...one, [field]: event.target.value } : one)))
                    }
                  />
                ))}
              </div>
              {mayWrite && (
                <IconButton
                  label={texts.removeSignal(kinds[signal.activity])}
                  icon={<X className="size-4" aria-hidden="true" />}
                  className={isWide && index > 0 ? '' : 'mt-6'}
                  onClick={() => remove(index)}
                />
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      {mayWrite && free[0] !== undefined && (
        <Button
          ref={addButton}
          icon={<Plus className="size-4" aria-hidden="true" />}
          className="self-start"
          onClick={() => free[0] !== undefined && add(free[0])}
        >
          {texts.addSignal}
        </Button>
      )}
    </SettingsCard>
  );
}
