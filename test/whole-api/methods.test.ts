import { describe, expect, it } from 'vitest';
import { document } from '../support/documented.ts';
import { addressOf, atOneMoment, named, neverMade, operations, wholeAddressOf } from './api.ts';
import { useSamples, useWholeApi } from './samples.ts';

const api = useWholeApi();
const samples = useSamples(api);

const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const pages = Object.fromEntries(
  ['/healthz', '/readyz', '/docs', '/api/problems', '/api/problems/conflict', '/api/v1/openapi.json'].map((path) => [
    path,
    ['GET'],
  ]),
);
Object.assign(pages, { '/f/{public_id}': ['GET', 'POST'], '/f/{public_id}/embed.js': ['GET'] });
const declared = Object.entries(document.paths).map(([path, methods]): [string, string[]] => [
  path,
  Object.entries(methods).flatMap(([method, { operationId }]) => [
    method.toUpperCase(),
    ...(operationId === 'submitForm' ? ['OPTIONS'] : []), // browsers ask before they send from another site
  ]),
]);

describe.each([...declared, ...Object.entries(pages)])('%s', (path, methods) => {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
  const url = path.replace(/\{[a-z_]+\}/g, neverMade('team'));

  it('answers any other method with 405 and those that it takes, before it asks for a token', async () => {
    for (const method of ALL.filter((one) => !allowed.includes(one))) {
      const { status, headers, body } = await api.send(method, url);
      expect([method, status]).toEqual([method, 405]);
      if (method !== 'HEAD') expect(body?.code).toBe('method_not_allowed'); // HEAD is answered without a body
      expect(headers.allow?.split(', ').sort()).toEqual(allowed);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(headers['www-authenticate']).toBeUndefined();
    }
  });

  it('answers so whatever is sent along', async () => {
    const other = ALL.find((one) => !allowed.includes(one) && one !== 'TRACE') as string;
    const sent = { body: 'nonsense', headers: { 'content-type': 'text/plain', accept: 'text/html' } };
    expect((await api.send(other, `${url}?nonsense=%FF`, sent)).status).toBe(405);
    expect((await api.send(other, url, { token: api.cast.admin.token })).status).toBe(405);
  });

  it('is the same with a slash behind it', async () => {
    const headers = { authorization: `Bearer ${api.cast.admin.token}` };
    const statusOf = async (address: string) =>
      (await api.app.http.inject({ method: allowed[0] as 'GET', url: address, headers })).statusCode;
    expect(await statusOf(`${url}/`)).toBe(await statusOf(url));
  });

  it('does not exist in capitals, or further down', async () => {
    for (const wrong of [`${url}/more/of/it`, url.toUpperCase()]) {
      const { status, body } = await api.send('GET', wrong, { token: api.cast.admin.token });
      expect([wrong, status, body.code]).toEqual([wrong, 404, 'not_found']);
    }
  });
});

describe.each(named(operations.filter(({ method }) => method === 'GET')))('%s', (_, operation) => {
  it('answers HEAD like GET, without the body', async () => {
    const url = wholeAddressOf(operation, samples);
    await api.services.tokens.lastUse.flush(); // else a token's last use may be written between the two calls
    await atOneMoment(async () => {
      const [get, head] = [
        await api.send('GET', url, { token: api.cast.admin.token }),
        await api.send('HEAD', url, { token: api.cast.admin.token }),
      ];
      expect(get.status).toBe(200);
      expect([head.status, head.body]).toEqual([200, null]);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    });
  });

  it('is never kept by caches, or only to be asked about by its ETag', async () => {
    const { headers } = await api.send('GET', addressOf(operation, samples), { token: api.cast.admin.token });
    const isAsked = operation.described.parameters?.some(({ name }) => name === 'If-None-Match');
    expect(headers['cache-control']).toBe(isAsked ? 'private, no-cache' : 'no-store');
  });
});

describe('unknown addresses', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v2/me',
    '/api/v1/nonsense',
    '/index.html',
    '/favicon.ico',
    '/api/v1/__proto__',
    '/constructor',
  ])('%s is not found, for whoever asks and however', async (url) => {
    for (const method of ALL.filter((one) => one !== 'HEAD')) {
      const { status, headers, body } = await api.send(method, url);
      expect([method, status, body.code]).toEqual([method, 404, 'not_found']);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(body.request_id).toBe(headers['x-request-id']);
    }
  });
});
