import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readText } from '../../src/imports/receive/text.ts';

const LIMITS = { bytes: 10_000_000, stallMs: 5_000, bytesPerSecond: 0 };

/** As if the piece took so long to parse. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a file that comes in at once is read in slices, between which others are served', async () => {
  const pieces = Array.from({ length: 100 }, (_, n) => Buffer.from(`${n},Asha\n`));
  let served = 0;
  let isDone = false;
  const serve = () => {
    served++;
    if (!isDone) setImmediate(serve);
  };
  setImmediate(serve);
  let text = '';
  for await (const piece of readText(Readable.from(pieces), LIMITS)) {
    text += piece;
    work(1);
  }
  isDone = true;
  expect(text).toBe(Buffer.concat(pieces).toString());
  expect(served).toBeGreaterThan(10);
});
