/** Bits by the statuses' numbers, lowest bit first: 13 bytes for a hundred statuses, however long the history is. */
export function bitsOf(numbers: readonly number[]): Buffer {
  const bits = Buffer.alloc(Math.floor(Math.max(-1, ...numbers) / 8) + 1);
  for (const number of numbers) bits.writeUInt8(bits.readUInt8(number >> 3) | (1 << (number & 7)), number >> 3);
  return bits;
}
