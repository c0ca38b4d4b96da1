import { oncePerSettings } from '../settings/once.ts';
import type { Settings } from '../settings/snapshot.ts';

/**
 * Statuses that a lead has entered are kept as bits by the statuses' numbers, lowest bit first: 13 bytes for a hundred statuses,
 * however long a lead's history is. The statements that write leads set them; this reads them.
 */
export function bitsOf(numbers: readonly number[]): Buffer {
  const bits = Buffer.alloc(Math.floor(Math.max(-1, ...numbers) / 8) + 1);
  for (const number of numbers) bits.writeUInt8(bits.readUInt8(number >> 3) | (1 << (number & 7)), number >> 3);
  return bits;
}

const numbersIn = (bits: Buffer): number[] =>
  [...bits].flatMap((byte, n) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).map((bit) => n * 8 + bit));

const idsByNumber = oncePerSettings(
  ({ statuses }) => new Map([...statuses.byId.values()].map(({ number, id }) => [number, id])),
);

/** Ids of the statuses whose bits are set. */
export const statusesIn = (settings: Settings, bits: Buffer): string[] =>
  numbersIn(bits).flatMap((number) => idsByNumber(settings).get(number) ?? []);
