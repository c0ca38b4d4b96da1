import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { hold } from '../support/held.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await openTestApp({ pool: { statementMs: 1_500, lockMs: 60_000 } });
  cast = await createCast(app);
});
afterAll(() => app.close());

const ask = (path: string) => app.call('GET', `/reports/${path}`, { token: cast.admin.token });

it.each(['funnel', 'velocity', 'conversion?group_by=week', 'leads?figure=won'])(
  'reports/%s that takes too long answers 503 with a sentence that says what to do, and works again afterwards',
  async (path) => {
    expect((await ask(path)).status).toBe(200); // token and settings are known from here on
    const release = await hold(app.services.database, 'lock table leads in access exclusive mode');
    try {
      const { status, headers, body } = await ask(path);
      expect([status, body.code]).toEqual([503, 'service_unavailable']);
      expect(body.detail).toMatch(/^The report took longer than \d+ seconds: choose a shorter range/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await release();
    }
    expect((await ask(path)).status).toBe(200);
  },
);
