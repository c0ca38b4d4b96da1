import { SEALED_BYTES, seal, unseal } from '../../../db/sealed.ts';

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

const PURPOSE = 'leadline oidc journey';

/** So that nobody reads the verifier or sets the state. */
export function sealJourney(key: Buffer, journey: Journey, now = Date.now()): string {
  const plain = JSON.stringify([now + JOURNEY_SECONDS * 1_000, journey]);
  return seal(key, PURPOSE, plain).toString('base64url');
}

/** Null where it was altered, or is too old. */
export function openJourney(key: Buffer, text: string, now = Date.now()): Journey | null {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length <= SEALED_BYTES) return null;
  try {
    const [end, journey] = JSON.parse(unseal(key, PURPOSE, sealed).toString('utf8')) as [number, Journey];
    return now < end ? journey : null;
  } catch {
    return null;
  }
}
