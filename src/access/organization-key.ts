import { createHmac } from 'node:crypto';
import { decodeBase62, encodeBase62 } from './base62.ts';

const HALF_CHARACTERS = 4;
const HALF = 62 ** HALF_CHARACTERS;
const ROUNDS = 6;

/**
 * A token names its organization, so that its look-up goes straight to that organization's rows (and shard). The name
 * is the organization's id under a keyed permutation of all 62^8 keys (a Feistel network over two halves of 62^4): it
 * needs no look-up to be read, and shows neither the id nor how many organizations there are.
 */
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
  return encodeBase62(left, HALF_CHARACTERS) + encodeBase62(right, HALF_CHARACTERS);
}

export function openOrganizationId(key: Buffer, text: string): string {
  let left = decodeBase62(text.slice(0, HALF_CHARACTERS));
  let right = decodeBase62(text.slice(HALF_CHARACTERS));
  for (let round = ROUNDS - 1; round >= 0; round--) {
    [left, right] = [(((right - mix(key, round, left)) % HALF) + HALF) % HALF, left];
  }
  return String(left * HALF + right);
}

function mix(key: Buffer, round: number, half: number): number {
  return createHmac('sha256', key).update(`${round}:${half}`).digest().readUIntBE(0, 6) % HALF;
}
