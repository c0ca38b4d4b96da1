import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type IdKind, isPublicId, newPublicId, prefixes } from '../../src/public-id.ts';

const kinds = Object.keys(prefixes) as IdKind[];
const kind = fc.constantFrom(...kinds);
/** Ten characters of base32 hold times up to the year 37,648. */
const time = fc.integer({ min: 0, max: 2 ** 50 - 1 });

it('each kind of record has its own prefix, the contract’s', () => {
  expect(prefixes).toMatchObject({
    lead: 'lead',
    status: 'sts',
    source: 'src',
    membership: 'mem',
    team: 'team',
    token: 'tok',
    organization: 'org',
    auditEntry: 'aud',
    customField: 'fld',
  });
  expect(new Set(Object.values(prefixes)).size).toBe(kinds.length);
});

it('a public id is its prefix and 26 characters of lowercase Crockford base32', () => {
  fc.assert(
    fc.property(kind, time, (kind, now) => {
      const [prefix, rest] = newPublicId(kind, now).split('_');
      expect(prefix).toBe(prefixes[kind]);
      expect(rest).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{26}$/);
    }),
  );
});

it('ids made later sort later', () => {
  fc.assert(
    fc.property(kind, time, time, (kind, one, other) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      if (early === late) return;
      expect(newPublicId(kind, early) < newPublicId(kind, late)).toBe(true);
    }),
  );
});

it('ids of the same millisecond are all different', () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => newPublicId('lead', 1_700_000_000_000)));
  expect(ids.size).toBe(20_000);
});

it('the random part uses every character of the alphabet at every place', () => {
  const seen = Array.from({ length: 16 }, () => new Set<string>());
  for (let n = 0; n < 5_000; n++) {
    const random = newPublicId('lead').slice(-16);
    for (const [place, characters] of seen.entries()) characters.add(random[place] ?? '');
  }
  for (const characters of seen) expect(characters.size).toBe(32);
});

it('an id is recognized as one of its kind, and of no other', () => {
  fc.assert(
    fc.property(kind, kind, (one, other) => {
      expect(isPublicId(one, newPublicId(other))).toBe(one === other);
    }),
  );
});

it('nothing else is recognized as an id', () => {
  const id = newPublicId('lead');
  const wrong = ['', 'lead', 'lead_', id.slice(0, -1), `${id}0`, id.toUpperCase(), `${id}\n`, ` ${id}`, id.slice(5)];
  for (const letter of ['i', 'l', 'o', 'u']) wrong.push(id.slice(0, -1) + letter);
  for (const text of wrong) expect(isPublicId('lead', text), text).toBe(false);
});
