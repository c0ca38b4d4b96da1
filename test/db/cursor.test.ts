import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openCursor, sealCursor } from '../../src/db/cursor.ts';

const key = randomBytes(32);
/** The same key in another process, which remembers nothing. */
const elsewhere = () => Buffer.from(key);
const binding = fc.string({ unit: 'binary', maxLength: 60 });
const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null));
const position = fc.array(value, { maxLength: 4 });
const internalId = fc.bigInt({ min: 10n ** 9n, max: 2n ** 63n - 1n }).map(String);

it('a cursor opens to the position that was sealed', () => {
  fc.assert(
    fc.property(binding, position, (binding, position) => {
      const cursor = sealCursor(key, binding, position);
      expect(openCursor(key, binding, cursor)).toEqual(position);
      expect(openCursor(elsewhere(), binding, cursor)).toEqual(position);
    }),
  );
});

it('a cursor goes into a URL as it is', () => {
  fc.assert(
    fc.property(binding, position, (binding, position) => {
      expect(sealCursor(key, binding, position)).toMatch(/^[A-Za-z0-9_-]+$/);
    }),
  );
});

it('the same position always gives the same cursor, and another position or binding another nonce', () => {
  fc.assert(
    fc.property(binding, position, binding, position, (binding, position, otherBinding, otherPosition) => {
      const cursor = sealCursor(key, binding, position);
      expect(sealCursor(key, binding, position)).toBe(cursor);
      fc.pre(binding !== otherBinding || JSON.stringify(position) !== JSON.stringify(otherPosition));
      expect(sealCursor(key, otherBinding, otherPosition).slice(0, 16)).not.toBe(cursor.slice(0, 16));
    }),
  );
});

it('a cursor with any byte changed does not open', () => {
  fc.assert(
    fc.property(binding, position, fc.nat(), fc.integer({ min: 1, max: 255 }), (binding, position, at, mask) => {
      const bytes = Buffer.from(sealCursor(key, binding, position), 'base64url');
      const index = at % bytes.length;
      bytes[index] = (bytes[index] ?? 0) ^ mask;
      expect(openCursor(key, binding, bytes.toString('base64url'))).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

it('a cursor with any character changed, taken away or added does not open', () => {
  const character = fc.constantFrom(...'ABab09-_+/= \n%é');
  fc.assert(
    fc.property(binding, position, fc.nat(), character, (binding, position, at, character) => {
      const cursor = sealCursor(key, binding, position);
      const index = at % cursor.length;
      const [before, after] = [cursor.slice(0, index), cursor.slice(index)];
      const altered = [before + after.slice(1), before, after, before + character + after];
      altered.push(before + character + after.slice(1), `${cursor}=`, cursor + character, cursor + cursor);
      for (const text of altered) if (text !== cursor) expect(openCursor(key, binding, text)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it('a cursor opens under its own binding and its own key only', () => {
  fc.assert(
    fc.property(binding, binding, position, (binding, other, position) => {
      const cursor = sealCursor(key, binding, position);
      fc.pre(binding !== other);
      expect(openCursor(key, other, cursor)).toBeNull();
      expect(openCursor(randomBytes(32), binding, cursor)).toBeNull();
    }),
  );
});

it('no text makes the opening fail otherwise than with null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String({ maxLength: 200 })), (text) => {
      expect(openCursor(key, 'list', text)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it('an internal id cannot be read from a cursor', () => {
  fc.assert(
    fc.property(internalId, (id) => {
      const cursor = sealCursor(key, 'list', ['2026-01-31T00:00:00.000Z', id]);
      const bytes = Buffer.from(cursor, 'base64url');
      const binary = Buffer.alloc(8);
      binary.writeBigInt64BE(BigInt(id));
      for (const secret of [Buffer.from(id), binary, Buffer.from(binary).reverse(), Buffer.from('2026-01-31')]) {
        expect(bytes.includes(secret)).toBe(false);
      }
      expect(cursor).not.toContain(id);
    }),
  );
});
