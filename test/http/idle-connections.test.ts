import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { exchange, head, listen, RawConnection } from '../support/raw-http.ts';

const IDLE = 1_000;
/** Both ends of each connection are in this process, which must be allowed so many open files. */
const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
const enough = limit === 'unlimited' || Number(limit) >= 2 * IDLE + 500;

let app: TestApp;
let cast: Cast;
let port: number;
const open: RawConnection[] = [];

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  port = await listen(app.app);
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await app.close();
});

const count = () =>
  new Promise<number>((resolve) => app.app.http.server.getConnections((_, number) => resolve(number)));

it.skipIf(!enough)('a thousand connections that do nothing keep nobody else from being served', async () => {
  const getMe = head('GET /api/v1/me', { authorization: `Bearer ${cast.admin.token}` });
  for (let n = 0; n < IDLE; n += 100) {
    open.push(...(await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(port)))));
  }
  // Some never say a word, some have stopped in the middle, some have been served and wait.
  for (const [n, connection] of open.entries()) {
    if (n % 3 === 1) connection.send('GET /api/v1/me HTTP/1.1\r\nhost: ');
    if (n % 3 === 2) expect((await connection.send(getMe).answer())?.status).toBe(200);
  }
  expect(await count()).toBe(IDLE);
  expect(app.app.state.inFlight).toBe(0);

  const served = await Promise.all(Array.from({ length: 200 }, () => exchange(port, getMe)));
  expect(served.filter(({ status }) => status === 200)).toHaveLength(200);
  expect((await exchange(port, head('GET /readyz'))).status).toBe(200);
  expect(app.services.database.load().waiting).toBe(0);
});
