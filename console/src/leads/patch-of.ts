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

/** What is no number is sent as typed: the service says what is wrong with it. */
export function numberOf(typed: string): number | string {
  const plain = typed.replaceAll(/[,\s₹]/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : typed;
}
