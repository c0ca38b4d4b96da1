import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A text of so many bytes or fewer was not sealed. */
export const SEALED_BYTES = IV_BYTES + TAG_BYTES;

/**
 * Encrypts with AES-256-GCM: nobody reads it or alters it unnoticed, and it opens for the same purpose alone. A key must not meet the
 * same `iv` with another text.
 */
export function seal(key: Buffer, purpose: string, plain: string | Buffer, iv: Buffer = randomBytes(IV_BYTES)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if it was altered, or sealed with another key or for another purpose. */
export function unseal(key: Buffer, purpose: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
