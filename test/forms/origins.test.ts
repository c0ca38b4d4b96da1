import { describe, expect, it } from 'vitest';
import { judgeOrigin } from '../../src/forms/origins.ts';
import { normalizeOrigin } from '../../src/http/origins.ts';

it.each([
  ['https://www.example.in', 'https://www.example.in'],
  ['HTTPS://WWW.Example.IN', 'https://www.example.in'],
  ['https://example.in:443', 'https://example.in'],
  ['http://example.in:80', 'http://example.in'],
  ['https://example.in:8443', 'https://example.in:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://उदाहरण.भारत', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c'],
])('the origin %s is kept as %s', (text, kept) => expect(normalizeOrigin(text)).toBe(kept));

it.each([
  '*',
  'https://*.example.in',
  'https://example.in/',
  'https://example.in/contact',
  'https://example.in?x',
  'https://example.in#x',
  'https://user@example.in',
  'https://example.in:99999',
  'https://',
  'example.in',
  '//example.in',
  'ftp://example.in',
  'null',
  '',
  'javascript:alert(1)',
  "https://example.in; script-src 'unsafe-inline'",
  'https://exa mple.in',
  'https://example.in\\@evil.in',
])('%s is no origin', (text) => expect(normalizeOrigin(text)).toBeNull());

describe('where a submission comes from', () => {
  const rules = { publicUrl: 'https://leads.example.in/crm', allowed: ['https://www.example.in'] };
  it.each([
    [undefined, 'own'],
    ['https://leads.example.in', 'own'],
    ['http://inside:8080', 'own'],
    ['https://www.example.in', 'allowed'],
    ['https://www.example.in:443', 'allowed'],
    ['http://www.example.in', 'foreign'],
    ['https://example.in', 'foreign'],
    ['https://www.example.in.evil.in', 'foreign'],
    ['null', 'foreign'],
    ['', 'foreign'],
  ])('%s is %s', (origin, judged) => expect(judgeOrigin(origin, 'inside:8080', rules)).toBe(judged));
});
