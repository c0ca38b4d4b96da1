import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { TokenStore } from '../../src/access/token-store.ts';
import { buildApp } from '../../src/app.ts';
import type { Sql } from '../../src/db/sql.ts';
import { followChanges, makeParts } from '../../src/parts.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { countStatements, createGate } from '../support/counting.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { forge, mistype } from '../support/token-text.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

function openStore() {
  const { database, statements } = countStatements(app.services.database);
  return { store: new TokenStore(database, app.services.keys.organization), statements };
}

/** Lets a store believe that time has passed. */
function passTime() {
  const real = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
  return (ms: number) => {
    ahead += ms;
  };
}

it('a mistyped token is refused without a look-up, whichever character it is', async () => {
  const { store, statements } = openStore();
  const token = cast.ravi.token;
  for (let place = 0; place < token.length; place++) {
    expect(await store.recognize(mistype(token, place)), String(place)).toBeNull();
  }
  const malformed = ['', 'ldl_', 'x', `${token}x`, token.slice(0, -1), ` ${token}`, token.toLowerCase(), `${token}\n`];
  for (const text of malformed) expect(await store.recognize(text), text).toBeNull();
  expect(statements).toEqual([]);
});

it('the whole application asks the database nothing for a mistyped token', async () => {
  const { database, statements } = countStatements(app.services.database);
  const { http } = buildApp(await makeParts({ database, log: app.services.log }));
  statements.length = 0;
  for (const authorization of [undefined, 'Bearer', 'Basic eDp5', `Bearer ${mistype(cast.ravi.token, 20)}`]) {
    const headers = authorization === undefined ? {} : { authorization };
    expect((await http.inject({ url: '/api/v1/teams', headers })).statusCode).toBe(401);
  }
  expect(statements).toEqual([]);
  await http.close();
});

it('a well-formed token that nobody was given is refused after one look-up', async () => {
  const { store, statements } = openStore();
  expect(await store.recognize(forge(cast.ravi.token))).toBeNull();
  expect(statements).toHaveLength(1);
});

it('requests with the same token, one after the other, cost one look-up', async () => {
  const { store, statements } = openStore();
  const first = await store.recognize(cast.ravi.token);
  expect(await store.recognize(cast.ravi.token)).toEqual(first);
  expect(first?.actor.role).toBe('agent');
  expect(statements).toHaveLength(1);
});

it('fifty requests at once with a token not seen before cost one look-up', async () => {
  const { store, statements } = openStore();
  const answers = await Promise.all(Array.from({ length: 50 }, () => store.recognize(cast.meera.token)));
  expect(answers.every((answer) => answer?.actor.role === 'manager')).toBe(true);
  expect(statements).toHaveLength(1);
});

it('fifty requests at once to a process just started cost one look-up, one count and one load of the settings', async () => {
  const { database, statements } = countStatements(app.services.database);
  const { http } = buildApp(await makeParts({ database, log: app.services.log }));
  statements.length = 0;
  const headers = { authorization: `Bearer ${cast.ravi.token}` };
  const answers = await Promise.all(Array.from({ length: 50 }, () => http.inject({ url: '/api/v1/me', headers })));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(statements).toHaveLength(3);
  await http.close();
});

it('what is known of an organization’s tokens is looked up anew after it was forgotten', async () => {
  const { store, statements } = openStore();
  await store.recognize(cast.ravi.token);
  await store.recognize(cast.zenith.admin.token);
  store.forget(cast.organizationId);
  await store.recognize(cast.zenith.admin.token);
  expect(statements).toHaveLength(2);
  await store.recognize(cast.ravi.token);
  expect(statements).toHaveLength(3);
  store.forgetAll();
  await store.recognize(cast.ravi.token);
  await store.recognize(cast.zenith.admin.token);
  expect(statements).toHaveLength(5);
});

it('a look-up that a change overtakes is not kept', async () => {
  const gate = createGate();
  const { database, statements } = countStatements(app.services.database);
  const slow: Sql = {
    ...database,
    shortRow: async (text, values) => {
      const row = await database.shortRow(text, values);
      await gate.opened;
      return row as never;
    },
  };
  const store = new TokenStore(slow, app.services.keys.organization);
  const underWay = store.recognize(cast.ravi.token);
  store.forget(cast.organizationId);
  gate.open();
  await underWay;
  await store.recognize(cast.ravi.token);
  expect(statements).toHaveLength(2);
});

it('a token revoked by another process is refused within a second, even if nobody says so', async () => {
  const { store } = openStore();
  const pass = passTime();
  const secret = await cast.tokenOf(cast.ravi, ['leads:read']);
  const { tokenPublicId } = (await store.recognize(secret))?.actor ?? {};
  await app.call('DELETE', `/tokens/${tokenPublicId}`, { token: cast.admin.token });
  pass(1_000);
  expect(await store.recognize(secret)).toBeNull();
});

it('a process hears of a revocation that another process makes', async () => {
  const other = await makeParts({ database: app.services.database, log: app.services.log });
  const changes = await followChanges(other);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now); // nothing grows old: only the message can tell
  const secret = await cast.tokenOf(cast.ravi, ['leads:read']);
  const { tokenPublicId } = (await other.tokens.recognize(secret))?.actor ?? {};
  await app.call('DELETE', `/tokens/${tokenPublicId}`, { token: cast.admin.token });
  await vi.waitFor(async () => expect(await other.tokens.recognize(secret)).toBeNull(), { timeout: 10_000 });
  await changes.stop();
});
