import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { statusAlone, workersOf } from '../support/worker-processes.ts';
import { eventually, Workplace } from '../support/workplace.ts';

const QUOTA = 6;

let place: Workplace;
let database: TestDatabase;
/** Two processes behind one port, and a service of its own on the same database. */
let services: ServiceProcess[];
let admin: { secret: string; membership: string };

beforeAll(async () => {
  database = await createTestDatabase();
  place = new Workplace({
    DATABASE_URL: urlOf(database.target),
    LEADLINE_DEMO: 'off',
    LEADLINE_RATE_LIMIT: String(QUOTA),
    LEADLINE_METRICS_PORT: '0',
  });
  place.runCommand = runInShell;
  services = await Promise.all([place.start({ LEADLINE_PROCESSES: '2' }), place.start()]);
  const { token, membership } = await place.json(['organization', 'create', 'Acme']);
  admin = { secret: token.secret, membership: membership.public_id };
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

const newToken = async (): Promise<string> =>
  (await place.json(['token', 'issue', '--membership', admin.membership, '--name', 'Counted', '--ability', '*'])).token
    .secret;

/** How many of the calls, made in turn at every process, were let pass; and how many came back to the bucket meanwhile. */
async function callAll(token: string, calls: number, together: boolean) {
  const since = performance.now();
  const ask = (n: number) => statusAlone(services[n % services.length] as ServiceProcess, token);
  const statuses: number[] = [];
  if (together) statuses.push(...(await Promise.all(Array.from({ length: calls }, (_, n) => ask(n)))));
  else for (let n = 0; n < calls; n++) statuses.push(await ask(n));
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
  const back = Math.floor(((performance.now() - since) * QUOTA) / 60_000);
  return { passed: statuses.filter((status) => status === 200).length, back };
}

it.each([
  ['one after the other', false],
  ['at the same time', true],
])('processes together let exactly the quota of a token pass, whether it calls %s', async (_, together) => {
  expect(workersOf(services[0] as ServiceProcess)).toHaveLength(2);
  const { passed, back } = await callAll(await newToken(), 40, together);
  expect(passed).toBeGreaterThanOrEqual(QUOTA);
  expect(passed).toBeLessThanOrEqual(QUOTA + back);
});

it('a process that takes another’s place knows what was used', async () => {
  const token = await newToken();
  const since = performance.now();
  expect((await callAll(token, 2 * QUOTA, false)).passed).toBeGreaterThanOrEqual(QUOTA);
  const [service] = services as [ServiceProcess];
  const before = workersOf(service);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await eventually(async () => (await statusAlone(service, 'ldl_x').catch(() => 0)) === 401);
  const { passed } = await callAll(token, QUOTA, false);
  expect(passed).toBeLessThanOrEqual(Math.floor(((performance.now() - since) * QUOTA) / 60_000));
});
