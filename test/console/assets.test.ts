import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;

describe('the files of the console', () => {
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app?.close());

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.app.http.inject({ method, url, headers });
  const scriptOf = (page: string): string => /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';

  it('come under a policy that allows this service alone, without scripts or styles in the page', async () => {
    for (const url of ['/', '/sign-in', '/leads', '/leads/lead_01k5p3c6m8q2r4s6t8v0w2x4z6', '/board/']) {
      const { statusCode, headers, body } = await get(url, { accept: 'text/html' });
      expect(statusCode, url).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      expect(headers['cache-control']).toBe('no-cache');
      expect(body).not.toMatch(/<script(?![^>]* src=)|<style|https?:\/\//);
      expect(body).toContain('href="/docs"');
    }
  });

  it('are named by their content, compressed, and kept by browsers for good', async () => {
    const page = await get('/');
    const plain = await get(scriptOf(page.body));
    expect(plain.statusCode).toBe(200);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await get(scriptOf(page.body), { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    const gzip = await get(scriptOf(page.body), { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('shows a browser at a wrong address the console, which says so, and never under the API', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const page = await get('/nowhere/at/all', { accept });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toBe((await get('/', { accept })).body);
    const api = await get('/api/v1/nowhere', { accept });
    expect([api.statusCode, api.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect((await get('/nowhere', { accept }, 'POST')).statusCode).toBe(404);
    expect((await get('/board', { accept }, 'POST')).statusCode).toBe(405);
  });

  it('answers problems for what is not there, and for other methods', async () => {
    for (const url of ['/assets/index-AAAAAAAA.js', '/assets/..%2findex.html', '/assets/index.html', '/nowhere']) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['content-type']], url).toEqual([404, 'application/problem+json; charset=utf-8']);
    }
    expect((await get('/', {}, 'POST')).statusCode).toBe(405);
    expect((await get('/', { accept: 'application/json' })).statusCode).toBe(406);
    const head = await get('/', {}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });
});
