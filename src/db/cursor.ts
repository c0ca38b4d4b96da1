import { createCipheriv, createDecipheriv, hash } from 'node:crypto';

export type Position = readonly (string | number | null)[];

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a position, so that it shows no internal id and cannot be altered; it opens only for the same list, order and filters
 * (`binding`). The nonce is derived from the content, so no nonce serves two positions.
 */
export function sealCursor(key: Buffer, binding: string, position: Position): string {
  const plain = JSON.stringify(position);
  const iv = hash('sha256', Buffer.concat([key, Buffer.from(`${binding}\0${plain}`)]), 'buffer').subarray(0, IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(binding));
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const text = sealed.toString('base64url');
  remember(key, binding, text, position);
  return text;
}

/** Whether a text could be a cursor at all, of whichever list. */
export function hasCursorForm(text: string): boolean {
  const sealed = Buffer.from(text, 'base64url');
  // base64url ignores what it does not know; only the one spelling that we made is ours.
  return sealed.length > IV_BYTES + TAG_BYTES && sealed.toString('base64url') === text;
}

/** The position, or null when the cursor was altered, cut, or made for another list, order or filter. */
export function openCursor(key: Buffer, binding: string, text: string): Position | null {
  const known = remembered.get(key)?.get(text);
  if (known?.binding === binding) return known.position;
  if (!hasCursorForm(text)) return null;
  const sealed = Buffer.from(text, 'base64url');
  const tag = sealed.subarray(-TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(binding))
    .setAuthTag(tag);
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    const position = JSON.parse(plain.toString('utf8')) as Position;
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
  const [oldest] = cursors.size >= MOST_REMEMBERED ? cursors.keys() : [];
  if (oldest !== undefined) cursors.delete(oldest);
  cursors.set(text, { binding, position });
}
