import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';

interface SearchFilterProps {
  value: string;
  onChange: (value: string, isSameStep: boolean) => void;
  errors: readonly string[] | undefined;
}

/** So long nothing more is typed before the service is asked. */
const PAUSE_MS = 300;

export function SearchFilter({ value, onChange, errors = [] }: SearchFilterProps) {
  const { filters } = useTexts().leads;
  const id = useId();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const isSameStep = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed by other means: Back, a view, a removed chip.
  useEffect(() => {
    if (value === sent.current) return;
    clearTimeout(timer.current);
    sent.current = value;
    setTyped(value);
  }, [value]);

  const send = (text: string) => {
    clearTimeout(timer.current);
    const wanted = text.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    onChange(wanted, isSameStep.current);
    isSameStep.current = true;
  };
  const isWrong = errors.length > 0;
  return (
    <search className="relative grow md:max-w-72">
      <Search className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-soft" aria-hidden="true" />
      <input
        type="search"
        aria-label={filters.search}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-errors` : undefined}
        placeholder={filters.searchHint}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(send, PAUSE_MS, event.target.value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && send(typed)}
        onBlur={() => {
          send(typed);
          isSameStep.current = false;
        }}
        className="field-box pl-8"
      />
      {isWrong && (
        <p id={`${id}-errors`} className="pt-1 text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
    </search>
  );
}
