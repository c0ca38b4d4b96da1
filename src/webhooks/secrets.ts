import { randomBytes } from 'node:crypto';
import { unseal } from '../db/sealed.ts';

const SECRET_BYTES = 32;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** As receivers are given it, and as Standard Webhooks libraries take it. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Sealed for their webhook, which they are opened for. */
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
  return sealed.map((one) => unseal(key, public_id, one));
}
