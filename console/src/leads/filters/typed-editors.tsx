import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { rangeOf, rangeText } from './filters.ts';

interface EditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  errors?: readonly string[] | undefined;
}

/** What is typed holds only when it is applied: every letter would ask the service anew. */
function Typed({ onApply, children }: { onApply: () => void; children: ReactNode }) {
  const { filters } = useTexts().leads;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply();
  };
  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-2">
      {children}
      <Button type="submit" className="self-end">
        {filters.apply}
      </Button>
    </form>
  );
}

export function TypedEditor({ label, value, onChange, errors, ...input }: EditorProps & { inputMode?: 'decimal' }) {
  const [typed, setTyped] = useState(value);
  return (
    <Typed onApply={() => onChange(typed.trim())}>
      <TextField
        label={label}
        hideLabel
        value={typed}
        errors={errors}
        onChange={(event) => setTyped(event.target.value)}
        {...input}
      />
    </Typed>
  );
}

/** ₹ 1,00,000 as people type it. */
const plain = (typed: string): string => typed.replaceAll(/[,\s₹]/g, '');

/** What is no amount, as an address may say, is not kept. */
function amountsOf(value: string): { from: string; to: string } {
  const { from, to } = rangeOf(value);
  const amount = (end: string) => (Number.isNaN(Number(end)) ? '' : end);
  return { from: amount(from), to: amount(to) };
}

export function AmountEditor({ value, onChange, errors }: EditorProps) {
  const { filters } = useTexts().leads;
  const [{ from, to }, setEnds] = useState(() => amountsOf(value));
  return (
    <Typed onApply={() => onChange(rangeText(plain(from), plain(to)))}>
      <TextField
        label={filters.least}
        inputMode="decimal"
        value={from}
        errors={errors}
        onChange={(event) => setEnds({ from: event.target.value, to })}
      />
      <TextField
        label={filters.most}
        inputMode="decimal"
        value={to}
        onChange={(event) => setEnds({ from, to: event.target.value })}
      />
    </Typed>
  );
}
