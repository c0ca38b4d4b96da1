import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, TestBrowser } from '../support/browser.ts';
import { createCast } from '../support/cast.ts';
import { document } from '../support/documented.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;
let address: string;

beforeAll(async () => {
  app = await openTestApp();
  address = await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  app.services.urls.publicUrl = address;
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers });

describe('what the reference is made of', () => {
  it('is a page that takes scripts from this service alone, and calls no other host', async () => {
    const { statusCode, headers, body } = await get('/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    expect(headers['content-security-policy']).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(body).not.toMatch(/https?:\/\//);
    expect(body).not.toMatch(/<script>|\son\w+=/);
  });

  it('turns off everything of the viewer that calls services of its maker', async () => {
    const { body } = await get('/docs/start.js');
    const settings = JSON.parse(/'#reference', (.*)\);/.exec(body)?.[1] ?? '');
    expect(settings).toMatchObject({
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    });
  });

  it.each(['/docs/scalar.js', '/api/v1/openapi.json'])(
    '%s comes compressed to who takes that, and is the same',
    async (url) => {
      const plain = await get(url);
      const compressed = await get(url, { 'accept-encoding': 'br, gzip' });
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
      expect([compressed.statusCode, compressed.headers['content-encoding']]).toEqual([200, 'gzip']);
      expect(compressed.headers.vary).toBe('accept-encoding');
      expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect((await get(url, { 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding']).toBeUndefined();
    },
  );

  it('is not sent again to who has it', async () => {
    const { headers } = await get('/docs/scalar.js');
    const again = await get('/docs/scalar.js', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe.skipIf(browserPath === null)('the reference in a browser', () => {
  it('shows every operation, lets a reader try one, and neither calls another host nor breaks its policy', async () => {
    const { admin } = await createCast(app);
    const browser = await TestBrowser.start();
    const page = await browser.page({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    const hosts = new Set<string>();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${address}/docs`);
    for (const tag of new Set(Object.values(document.paths).flatMap((methods) => Object.values(methods)[0]?.tags))) {
      await page.getByRole('navigation').getByText(String(tag), { exact: true }).first().waitFor();
    }
    await page.locator('input[placeholder=Token]:visible').first().fill(admin.token);
    await page.goto(`${address}/docs#tag/me/GET/api/v1/me`);
    await page.getByRole('button', { name: /get \/api\/v1\/me\)/ }).click();
    const answered = page.waitForResponse((response) => response.url() === `${address}/api/v1/me`);
    await page.locator('button:visible', { hasText: 'Send' }).first().click();
    expect((await answered).status()).toBe(200);
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([address]);
    await browser.close();
  }, 90_000);
});
