import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/catalog.ts';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { eventually, Workplace } from '../support/workplace.ts';

/** What the contract promises between processes. */
const PROMISED_MS = 1_000;

let place: Workplace;
let database: TestDatabase;
let here: ServiceProcess;
let there: ServiceProcess;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { LEADLINE_DEMO: 'off', LEADLINE_RATE_LIMIT: 'off', DATABASE_URL: urlOf(database.target) };
  place = new Workplace(environment);
  place.runCommand = runInShell;
  [here, there] = await Promise.all([place.start(), place.start()]);
  admin = (await place.json(['organization', 'create', 'Acme'])).token.secret;
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

async function join(name: string) {
  const { body } = await here.call('POST', '/memberships', admin, { name, role: 'agent' });
  const membership: string = body.data.public_id;
  const token = await here.call('POST', '/tokens', admin, { name, membership, abilities: ['*'] });
  return { membership, tokenId: token.body.data.public_id as string, secret: token.body.data.secret as string };
}

/** By what they last asked: to hear, or whether the connection still lives. */
const LISTENERS = `from pg_stat_activity
  where datname = current_database() and (query ilike 'listen %' or query = 'select 1') and pid <> pg_backend_pid()`;

const listenersAreBack = () => eventually(async () => (await ask(database.target, `select ${LISTENERS}`)).length === 2);

/** Ends the connections on which the services hear of each other's changes; answers how many there were. */
async function killListeners(): Promise<number> {
  const ended = await ask(database.target, `select pg_terminate_backend(pid) ${LISTENERS}`);
  return ended.length;
}

/** Asks until the answer is the new one, and expects no old answer to a question asked after the promised second. */
async function expectWithinPromise<T>(since: number, ask: () => Promise<T>, isNew: (answer: T) => boolean) {
  let lastOld = 0;
  for (;;) {
    const askedAt = performance.now() - since;
    if (isNew(await ask())) break;
    lastOld = askedAt;
    expect(lastOld).toBeLessThanOrEqual(PROMISED_MS);
    await sleep(5);
  }
  for (let n = 0; n < 20; n++) expect(isNew(await ask())).toBe(true);
}

const expectRefusal = (secret: string) =>
  expectWithinPromise(
    performance.now(),
    () => there.statusFor(secret),
    (status) => status === 401,
  );

const changes = [
  ['while both hear each other', async () => {}],
  ['even when the listening connections were killed just before', async () => expect(await killListeners()).toBe(2)],
] as const;

for (const [circumstance, disturb] of changes) {
  it(`a token revoked at one process is refused by the other within a second, ${circumstance}`, async () => {
    for (let n = 0; n < 3; n++) {
      const { tokenId, secret } = await join(`Revoked ${n}`);
      await disturb();
      expect(await there.statusFor(secret)).toBe(200);
      expect((await here.call('DELETE', `/tokens/${tokenId}`, admin)).status).toBe(204);
      await expectRefusal(secret);
      expect(await here.statusFor(secret)).toBe(401);
      await listenersAreBack();
    }
  });

  it(`a deactivated membership is refused, and an activated one taken, within a second, ${circumstance}`, async () => {
    const { membership, secret } = await join('Come and gone');
    expect(await there.statusFor(secret)).toBe(200);
    for (const [active, expected] of [
      [false, 401],
      [true, 200],
    ] as const) {
      await disturb();
      expect((await here.call('PATCH', `/memberships/${membership}`, admin, { active })).status).toBe(200);
      const since = performance.now();
      await expectWithinPromise(
        since,
        () => there.statusFor(secret),
        (status) => status === expected,
      );
      await listenersAreBack();
    }
  });

  it(`new names given at one process show at the other within a second, ${circumstance}`, async () => {
    const { membership, secret } = await join('Old name');
    const me = async () => (await there.call('GET', '/me', secret)).body.data;
    expect((await me()).membership.name).toBe('Old name');
    await disturb();
    const name = `Acme ${circumstance}`;
    expect((await here.call('PATCH', '/organization', admin, { name })).status).toBe(200);
    await expectWithinPromise(performance.now(), me, ({ organization }) => organization.name === name);
    await here.call('PATCH', `/memberships/${membership}`, admin, { name: 'New name' });
    await expectWithinPromise(performance.now(), me, ({ membership }) => membership.name === 'New name');
    await listenersAreBack();
  });
}

it('a revocation of which no process is told, made in the database by hand, is known within a second', async () => {
  const [busy, idle] = [await join('In use all the time'), await join('Used once in a while')];
  for (const { secret } of [busy, idle]) expect(await there.statusFor(secret)).toBe(200);
  const revoke = 'update tokens set revoked_at = now() where public_id = any($1)';
  await ask(database.target, revoke, [[busy.tokenId, idle.tokenId]]);
  const since = performance.now();
  await expectRefusal(busy.secret);
  await sleep(PROMISED_MS - (performance.now() - since));
  expect(await there.statusFor(idle.secret)).toBe(401);
});

it('what one process makes the other knows at once', async () => {
  const source = await here.call('POST', '/sources', admin, { name: 'Hoarding' });
  expect(source.status).toBe(201);
  expect((await there.call('GET', `/sources/${source.body.data.public_id}`, admin)).body).toEqual(source.body);
  const { secret } = await join('New everywhere');
  expect(await there.statusFor(secret)).toBe(200);
});

it('a service that ends leaves the other serving', async () => {
  expect(await here.stop()).toBe(0);
  expect(await there.statusFor(admin)).toBe(200);
});
