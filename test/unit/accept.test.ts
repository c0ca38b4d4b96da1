import { expect, it } from 'vitest';
import { accepts } from '../../src/http/accept.ts';

const json = 'application/json';

it('whoever asks for nothing in particular takes everything', () => {
  for (const header of [undefined, '', '  ', '*/*', 'application/*', json]) expect(accepts(header, json)).toBe(true);
});

it('a list is accepted for any range in it that fits', () => {
  expect(accepts('text/html, application/xhtml+xml, */*;q=0.8', json)).toBe(true);
  expect(accepts('text/html,application/json;q=0.1', json)).toBe(true);
  expect(accepts('text/html ; level=1 , APPLICATION/JSON', json)).toBe(true);
  expect(accepts('application/json; charset=utf-8', json)).toBe(true);
});

it('what does not fit is not accepted', () => {
  for (const header of ['text/html', 'text/*', 'application/xml, image/*', 'application/jsonp', 'json']) {
    expect(accepts(header, json), header).toBe(false);
  }
});

it('a quality of 0 excludes, and the most specific range decides', () => {
  expect(accepts('application/json;q=0', json)).toBe(false);
  expect(accepts('*/*, application/json;q=0', json)).toBe(false);
  expect(accepts('application/json;q=0, */*;q=1', json)).toBe(false);
  expect(accepts('application/*;q=0.0, */*', json)).toBe(false);
  expect(accepts('*/*;q=0, application/json', json)).toBe(true);
  expect(accepts('application/*;q=0, application/json;q=0.001', json)).toBe(true);
});
