import { createHmac } from 'node:crypto';
import { decodeNumber, encodeNumber } from '../public-id.ts';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const HALF_CHARACTERS = 4;
const HALF = 62 ** HALF_CHARACTERS;
const ROUNDS = 6;

/** A keyed permutation of all 62^8 keys (a Feistel network): a token names its organization without showing its id. */
export function sealOrganizationId(key: Buffer, organizationId: string): string {
  const id = Number(organizationId);
  if (!(Number.isSafeInteger(id) && id >= 0 && id < HALF * HALF)) {
    throw new RangeError('organization ids above 62^8 cannot be put into tokens');
  }
  let left = Math.floor(id / HALF);
  let right = id % HALF;
  for (let round = 0; round < ROUNDS; round++) {
    [left, right] = [right, (left + mix(key, round, right)) % HALF];
  }
  return encodeNumber(left * HALF + right, BASE62, 2 * HALF_CHARACTERS);
}

export function openOrganizationId(key: Buffer, text: string): string {
  const sealed = decodeNumber(text, BASE62);
  let left = Math.floor(sealed / HALF);
  let right = sealed % HALF;
  for (let round = ROUNDS - 1; round >= 0; round--) {
    [left, right] = [(((right - mix(key, round, left)) % HALF) + HALF) % HALF, left];
  }
  return String(left * HALF + right);
}

function mix(key: Buffer, round: number, half: number): number {
  return createHmac('sha256', key).update(`${round}:${half}`).digest().readUIntBE(0, 6) % HALF;
}
