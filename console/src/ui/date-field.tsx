import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { TextField } from './field.tsx';

const QUIET_MS = 300;

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  value: string;
  onChange: (day: string) => void;
};

/** A day. A year that is typed is a date at each of its digits: the day is told when nothing more is typed for a moment. */
export function DateField({ value, onChange, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  const settle = useCallback((day: string) => {
    if (day === told.current) return;
    told.current = day;
    tell.current(day);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), QUIET_MS);
    return () => clearTimeout(timer);
  }, [typed, settle]);
  return (
    <TextField
      {...field}
      type="date"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => settle(typed)}
      // Enter sends the form: with this day, not with the one before.
      onKeyDown={(event) => event.key === 'Enter' && settle(typed)}
    />
  );
}
