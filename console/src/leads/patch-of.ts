import type { LeadPatch } from '@leadline/client';
import type { LeadOptions } from '../api/leads.ts';
import { CUSTOM } from './custom.ts';
import { customFieldOf } from './field-input.tsx';

/** A change of a lead from values by field name: `custom_fields.city` goes into `custom_fields`, typed numbers become numbers. */
export function patchOf(values: Readonly<Record<string, unknown>>, options: LeadOptions): LeadPatch {
  const patch: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const isNumber = name === 'estimated_value' || customFieldOf(options, name)?.type === 'number';
    const sent = isNumber && typeof value === 'string' ? numberOf(value) : value;
    if (name.startsWith(CUSTOM)) custom[name.slice(CUSTOM.length)] = sent;
    else patch[name] = sent;
  }
  return (Object.keys(custom).length === 0 ? patch : { ...patch, custom_fields: custom }) as LeadPatch;
}

/** Newer browsers can send a number with all digits that were typed. */
const { rawJSON }: { rawJSON?: (text: string) => unknown } = JSON as object;
/** Each number with so many digits is kept as it is. */
const SURE_DIGITS = 15;

/** What is no number, or has more digits than can be kept, is sent as typed: the service says what is wrong with it. */
export function numberOf(typed: string): unknown {
  const latin = typed.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)));
  const plain = latin.replaceAll(/[,\s₹]/g, '').replace(/^(-?)0+(?=\d)/, '$1');
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return typed;
  const number = Number(plain);
  const isKept = plain.replaceAll(/\D/g, '').length <= SURE_DIGITS || String(number) === plain;
  return isKept ? number : (rawJSON?.(plain) ?? typed);
}
