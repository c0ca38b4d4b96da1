import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** What is kept, in the browser, of somebody who has gone to the identity provider. */
export interface Journey {
  readonly organizationId: string;
  /** Where to go afterwards: a path of ours. */
  readonly to: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const JOURNEY_COOKIE = '__Host-leadline-oidc';
export const JOURNEY_SECONDS = 600;

const PURPOSE = Buffer.from('leadline oidc journey');
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypted and signed, so that nobody reads the verifier or sets the state. */
export function sealJourney(key: Buffer, journey: Journey, now = Date.now()): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(PURPOSE);
  const plain = JSON.stringify([now + JOURNEY_SECONDS * 1_000, journey]);
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Null where it was altered, or is too old. */
export function openJourney(key: Buffer, text: string, now = Date.now()): Journey | null {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(PURPOSE)
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    const [end, journey] = JSON.parse(plain.toString('utf8')) as [number, Journey];
    return now < end ? journey : null;
  } catch {
    return null;
  }
}
