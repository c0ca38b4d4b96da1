import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** As receivers are given it, and as Standard Webhooks libraries take it. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Encrypts a secret for the database. It opens only as the secret of this webhook. */
export function sealSecret(key: Buffer, webhook: string, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(webhook));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

export function openSecret(key: Buffer, webhook: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(webhook))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

interface SealedSecrets {
  readonly public_id: string;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly previous_until: Date | null;
}

/** Those that sign now: two for a while after a rotation. */
export function secretsInForce(key: Buffer, webhook: SealedSecrets): Buffer[] {
  const { public_id, secret, previous_secret, previous_until } = webhook;
  const isOverlapping = previous_until !== null && previous_until > new Date();
  const sealed = isOverlapping && previous_secret !== null ? [secret, previous_secret] : [secret];
  return sealed.map((one) => openSecret(key, public_id, one));
}
