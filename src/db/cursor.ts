import { hash } from 'node:crypto';
import { keepNewest } from '../keep-newest.ts';
import { IV_BYTES, SEALED_BYTES, seal, unseal } from './sealed.ts';

export type Position = readonly (string | number | null)[];

/**
 * Encrypts a position, so that it shows no internal id and cannot be altered; it opens only for the same list, order and filters
 * (`binding`). The nonce is derived from the content, so no nonce serves two positions.
 */
export function sealCursor(key: Buffer, binding: string, position: Position): string {
  const plain = JSON.stringify(position);
  const iv = hash('sha256', Buffer.concat([key, Buffer.from(`${binding}\0${plain}`)]), 'buffer').subarray(0, IV_BYTES);
  const text = seal(key, binding, plain, iv).toString('base64url');
  remember(key, binding, text, position);
  return text;
}

/** Whether a text could be a cursor at all, of whichever list. */
export function hasCursorForm(text: string): boolean {
  const sealed = Buffer.from(text, 'base64url');
  // base64url ignores what it does not know; only the one spelling that we made is ours.
  return sealed.length > SEALED_BYTES && sealed.toString('base64url') === text;
}

/** The position, or null when the cursor was altered, cut, or made for another list, order or filter. */
export function openCursor(key: Buffer, binding: string, text: string): Position | null {
  const known = remembered.get(key)?.get(text);
  if (known?.binding === binding) return known.position;
  if (!hasCursorForm(text)) return null;
  try {
    const position = JSON.parse(unseal(key, binding, Buffer.from(text, 'base64url')).toString('utf8')) as Position;
    remember(key, binding, text, position);
    return position;
  } catch {
    return null;
  }
}

/** Who asks for the next page sends back what was sealed a moment ago: opening it took a tenth of such a call. */
const remembered = new WeakMap<Buffer, Map<string, { binding: string; position: Position }>>();
const MOST_REMEMBERED = 1_000;

function remember(key: Buffer, binding: string, text: string, position: Position): void {
  const cursors = remembered.get(key) ?? new Map<string, { binding: string; position: Position }>();
  if (cursors.size === 0) remembered.set(key, cursors);
  keepNewest(cursors, text, { binding, position }, MOST_REMEMBERED);
}
