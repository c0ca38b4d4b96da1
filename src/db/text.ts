import type { Bulk } from './bulk.ts';
import type { Lookup } from './lookup.ts';

/** A statement, or one that serves several callers at once. */
export type Text = string | Bulk | Lookup;

export const isLookup = (text: Text): text is Lookup => typeof text !== 'string' && 'many' in text;

/** Any statement as it is sent for one caller. */
export function textForOne(text: Text): string {
  if (typeof text === 'string') return text;
  return isLookup(text) ? text.one : text.text(1);
}
