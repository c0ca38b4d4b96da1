import { groupBy } from '../group-by.ts';
import type { FieldErrors } from '../problems.ts';
import type { AskedField } from './fields.ts';
import { HONEYPOT } from './schemas.ts';

const CUSTOM_NAME = /^custom_fields\[([^[\]]*)\](?:\[\])?$/;

/** In the shape of a JSON submission. A blank is no value; what cannot be converted stays text, to be refused by name. */
export function decodeForm(asked: readonly AskedField[], body: URLSearchParams) {
  const faults: FieldErrors = {};
  const input: Record<string, unknown> = Object.create(null); // a name may be __proto__
  const custom: Record<string, unknown> = Object.create(null);
  for (const [name, pairs] of groupBy(body, ([name]) => withoutBrackets(name))) {
    const key = CUSTOM_NAME.exec(name)?.[1];
    const shown = key === undefined ? name : `custom_fields.${key}`;
    const field = asked.find((one) => one.name === shown);
    const values = pairs.map(([, value]) => value).filter((value) => value.trim() !== '');
    const isKnown = field !== undefined || OWN.includes(name);
    if (isKnown && values.length === 0) continue;
    if (isKnown && values.length > 1 && field?.custom?.type !== 'multi_select') faults[shown] = ['must be given once'];
    const value = convert(field, values);
    if (key === undefined) input[name] = value;
    else custom[key] = value;
  }
  if (Object.keys(custom).length > 0) input.custom_fields ??= custom;
  return { input, faults };
}

/** A field that takes several values may be named with `[]` at its end. */
const withoutBrackets = (name: string): string => (CUSTOM_NAME.test(name) ? name.replace(/\[\]$/, '') : name);

/** Fields of the page, not of the lead. */
const OWN: readonly string[] = ['started', HONEYPOT];

function convert(field: AskedField | undefined, values: readonly string[]): unknown {
  const text = values[0] ?? '';
  const type = field?.name === 'estimated_value' ? 'number' : (field?.custom?.type ?? 'text');
  switch (type) {
    case 'number':
      return toNumber(text);
    case 'boolean':
      return BOOLEANS.get(text.trim().toLowerCase()) ?? text;
    case 'date':
      return toDate(text);
    case 'multi_select':
      return values.map((value) => value.trim());
    case 'select':
      return text.trim();
    default:
      return text;
  }
}

const BOOLEANS = new Map([
  ...['true', 'on', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'off', 'no', '0'].map((word) => [word, false] as const),
]);

/** 250000.50, or with commas between groups of digits: 2,50,000.50. */
function toNumber(text: string): number | string {
  const plain = text.trim().replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
  return /^-?(\d{1,15}|\d{1,3}(,\d{2,3}){1,6})(\.\d{1,15})?$/.test(plain) ? Number(plain.replaceAll(',', '')) : text;
}

/** 2026-01-31, as date inputs send it, or 31/01/2026, as people type it where the browser has no calendar. */
function toDate(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? [];
  return year === undefined ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
