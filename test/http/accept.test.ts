import { expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const ask = (accept: string) => app.call('GET', '/me', { token: cast.admin.token, headers: { accept } });

it.each([
  '',
  '*/*',
  'application/json',
  'APPLICATION/JSON',
  'application/*',
  'application/json; charset=utf-8',
  'application/json;q=0.1',
  'text/html, application/json;q=0.9',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html;q=0, */*',
  'application/*;q=0, application/json',
])('a caller that accepts "%s" gets JSON', async (accept) => {
  const { status, headers } = await ask(accept);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it.each([
  'text/html',
  'text/*',
  'image/png, text/plain',
  'application/xml',
  'application/json;q=0',
  'application/json; q=0.0',
  'application/json;q=0, */*',
  'application/*;q=0, */*',
  '*/*;q=0',
  'json',
])('a caller that accepts only "%s" is told that there is nothing for it', async (accept) => {
  const { status, headers, body } = await ask(accept);
  expect([status, body.code]).toEqual([406, 'not_acceptable']);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
});

it('an error is told to every caller, whatever it accepts', async () => {
  const headers = { accept: 'text/html' };
  expect((await app.call('GET', '/me', { headers })).status).toBe(401);
  expect((await app.call('GET', '/nonsense', { headers })).status).toBe(404);
  expect((await app.call('PUT', '/me', { headers })).status).toBe(405);
});

it('nothing is changed for a caller that cannot read the answer', async () => {
  const { token } = cast.admin;
  const body = { name: 'Unseen' };
  expect((await app.call('POST', '/sources', { token, body, headers: { accept: 'text/html' } })).status).toBe(406);
  expect((await app.call('POST', '/sources', { token, body })).status).toBe(201);
});

it('browsers are told not to guess the type of an answer', async () => {
  const urls = [
    '/api/v1/me',
    '/api/v1/nonsense',
    '/api/v1/teams/%',
    '/healthz',
    '/docs',
    '/api/problems/conflict',
    '/api/v1/openapi.json',
  ];
  for (const url of urls) {
    const { headers } = await app.app.http.inject({ url });
    expect(headers['x-content-type-options'], url).toBe('nosniff');
  }
});
