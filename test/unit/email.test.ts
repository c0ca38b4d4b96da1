import { expect, it } from 'vitest';
import { isEmail } from '../../src/http/email.ts';

it('an address as people have them is taken, in any script', () => {
  for (const text of [
    'a@b.in',
    'asha.rao+leads@mail.example.co.in',
    "o'brien_x-y@example-site.com",
    'x!#$%&*/=?^`{|}~@example.org',
    'आशा@उदाहरण.भारत',
    'आशा.राव@example.in',
    'क्\u200dष@example.in',
    'jürgen@münchen.example',
    'a@xn--p1b6ci4b4b3a.xn--h2brj9c',
    'İ@example.in',
    'a@1.2.example4',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.in`,
  ]) {
    expect(isEmail(text), text).toBe(true);
  }
});

it('what is no bare address is refused', () => {
  for (const text of [
    '<a@b.in>',
    'Asha <a@b.in>',
    '"a b"@c.in',
    'a"b@c.in',
    'a,b@c.in',
    'a@b.in,c@d.in',
    'a;b@c.in',
    'a(b)@c.in',
    'a@b.in(home)',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'mailto:a@b.in',
    'a\\b@c.in',
    'a..b@c.in',
    '.a@b.in',
    'a.@b.in',
    'a@b..in',
    'a@.b.in',
    'a@b.in.',
    'a@-b.in',
    'a@b-.in',
    'a@b_c.in',
    'a@b',
    'a@@b.in',
    'a@b@c.in',
    '@b.in',
    'a@',
    'a b@c.in',
    'a\u00a0b@c.in',
    'a\u0000@b.in',
    'a\u202eb@c.in',
    'a@b.in\n',
    '',
    `a@${'b'.repeat(64)}.in`,
    'a'.repeat(100_000),
    `a@${'b.'.repeat(50_000)}in`,
  ]) {
    expect(isEmail(text), text.slice(0, 80)).toBe(false);
  }
});
