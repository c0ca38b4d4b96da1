import { describe, expect, it } from 'vitest';
import { catalogue, problemCodes } from '../../src/problems.ts';
import { version } from '../../src/version.ts';
import { described } from '../support/documented.ts';
import { useTestApp } from '../support/opened.ts';

const app = useTestApp();

const get = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers });

describe('the page about a problem', () => {
  it.each(problemCodes)('%s says what it means and what to do', async (code) => {
    const page = await get(`/api/problems/${code}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain(code);
    expect(page.body).toContain(String(catalogue[code].status));
  });

  it.each([
    'nonsense',
    'CONFLICT',
    'conflict/more',
    '__proto__',
    'constructor',
    'toString',
    '%3Cscript%3E',
    'x'.repeat(5_000),
  ])('%s does not exist', async (code) => {
    const answer = await get(`/api/problems/${code}`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  it('is where the type of a problem leads', async () => {
    for (const url of ['/api/v1/me', '/nonsense']) {
      const { type, code } = (await get(url)).json();
      const { pathname, origin } = new URL(type);
      expect(origin).toBe(app.services.urls.docsUrl);
      expect(pathname).toBe(`/api/problems/${code}`);
      expect((await get(pathname)).statusCode).toBe(200);
    }
  });

  it('can live elsewhere: the type follows the address that is set', async () => {
    const before = app.services.urls.docsUrl;
    app.services.urls.docsUrl = 'https://docs.example.in';
    expect((await get('/nonsense')).json().type).toBe('https://docs.example.in/api/problems/not_found');
    app.services.urls.docsUrl = before;
  });

  it('is linked from a page that lists them all', async () => {
    const { body, statusCode } = await get('/api/problems');
    expect(statusCode).toBe(200);
    for (const code of problemCodes) expect(body).toContain(`/api/problems/${code}"`);
  });

  it('is for readers: who accepts no HTML is told so', async () => {
    const answer = await get('/api/problems/conflict', { accept: 'application/json' });
    expect([answer.statusCode, answer.json().code]).toEqual([406, 'not_acceptable']);
    expect((await get('/api/problems/conflict', { accept: 'text/html,*/*;q=0.1' })).statusCode).toBe(200);
  });
});

describe('every page', () => {
  it.each(['/api/problems', '/api/problems/conflict'])('%s asks nothing of any other host', async (url) => {
    const { body, headers } = await get(url);
    const own = new URL(app.services.urls.publicUrl).host;
    const hosts = [...body.matchAll(/https?:\/\/([^\s/"'<&)]+)/g)].map(([, host]) => host);
    const isShown = (host: string | undefined) => host?.endsWith('.example.in'); // examples of values: text, no links
    expect(hosts.filter((host) => host !== own && !isShown(host))).toEqual([]);
    expect(body).not.toMatch(/(src|href|action)=["']?https?:\/\/[^"'>]*example/);
    expect(body).not.toMatch(/(src|href|action|url)\s*[=(]\s*["']?\/\//);
    expect(body).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)=["']https?:/);
    expect(headers['content-security-policy']).not.toMatch(/https?:|\*|unsafe-inline/);
  });
});

describe('the description', () => {
  it('is at /api/v1/openapi.json, without a token, for the address and version of this service', async () => {
    const answer = await get('/api/v1/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const served = answer.json();
    expect(served.openapi).toMatch(/^3\.1\./);
    expect(served.info.version).toBe(version);
    expect(served.servers).toEqual([{ url: app.services.urls.publicUrl }]);
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(described.paths)));
  });

  it('names no reference that it does not hold', async () => {
    const text = (await get('/api/v1/openapi.json')).body;
    const served = JSON.parse(text);
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer?.split('/').reduce((here, step) => here?.[step], served);
      expect(target, pointer).toBeDefined();
    }
  });
});
