import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf, readAddress } from '../../src/http/caller-address.ts';

describe('an address is read in every spelling', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['203.0.113.7:', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['[::1]:80', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('%s', (text, address) => expect(readAddress(text)).toBe(address));
});

describe('what is no address is none', () => {
  it.each([
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '0xcb.0.113.7',
    '010.0.0.1',
    '3405803783',
    '203.0.113.7:80:80',
    '203.0.113.7 ',
    '2001:db8::1::2',
    '2001:db8:::1',
    '12345::',
    '[2001:db8::1',
    '[203.0.113.7]x',
    '::ffff:203.0.113.256',
    '%eth0',
    '1'.repeat(16_000),
    '['.repeat(16_000),
    ':'.repeat(16_000),
    '1:'.repeat(8_000),
  ])('%.40s', (text) => expect(readAddress(text)).toBeNull());

  it('nothing at all', () => expect(readAddress(undefined)).toBeNull());
});

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
/** Spellings of the same address: padded, in capitals, with a port, with a zone. */
const spellings = (parts: readonly number[]) => {
  const plain = parts.map((part) => part.toString(16)).join(':');
  const padded = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
  return [plain, padded, padded.toUpperCase(), `[${plain}]`, `[${padded}]:65535`, `${plain}%eth0`];
};

it('every spelling of an IPv6 address gives one address, and counts as one network', () => {
  fc.assert(
    fc.property(groups, (parts) => {
      const read = spellings(parts).map(readAddress);
      expect(new Set(read).size).toBe(1);
      expect(new Set(read.map((one) => networkOf(one))).size).toBe(1);
      expect(read[0]).not.toBeNull();
    }),
  );
});

it('IPv6 addresses count as one exactly where their first 64 bits are the same', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const [first, second] = [one, other].map((each) => networkOf(readAddress(each.join(':'))));
      expect(first === second).toBe(one.slice(0, 4).join() === other.slice(0, 4).join());
    }),
    { numRuns: 500 },
  );
});

it('IPv4 addresses count each for itself, mapped into IPv6 or not', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(networkOf(readAddress(`::ffff:${address}`))).toBe(address);
      expect(networkOf(readAddress(`${address}:1`))).toBe(address);
    }),
  );
});

it('what is counted by is short, whatever is sent', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => networkOf(readAddress(text)).length <= 24));
});
