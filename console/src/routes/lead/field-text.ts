import type { LeadOptions } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { customFieldOf } from '../../leads/field-input.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** A field's value as people read it; empty if there is none. */
export function useFieldText(options: LeadOptions): (name: string, value: unknown) => string {
  const { common } = useTexts();
  const format = useFormat();
  return (name, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (typeof value === 'number') return name === 'estimated_value' ? format.money(value) : format.value(value);
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value === 'object') return 'name' in value ? String(value.name) : JSON.stringify(value);
    if (name === 'phone') return format.phone(String(value));
    if (name === 'occurred_at') return format.time(String(value));
    if (customFieldOf(options, name)?.type === 'date') return format.day(String(value));
    return String(value);
  };
}
