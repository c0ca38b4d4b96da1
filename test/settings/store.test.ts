import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Sql } from '../../src/db/sql.ts';
import { followChanges, makeParts } from '../../src/parts.ts';
import { SettingsStore } from '../../src/settings/store.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { countStatements, createGate } from '../support/counting.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;
let cast: Cast;
let n = 0;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
});
afterAll(() => app.close());

function openStore() {
  const { database, statements } = countStatements(app.services.database);
  return { store: new SettingsStore(database), statements };
}

async function currentVersion(): Promise<string> {
  const row = await app.services.database.row<{ version: string }>(
    'select settings_version as version from organizations where id = $1',
    [cast.organizationId],
  );
  return row?.version ?? '';
}

async function changeSomething(): Promise<string> {
  const body = { name: `Source ${++n}` };
  return (await app.call('POST', '/sources', { token: cast.admin.token, body })).body.data.public_id;
}

it('however many requests ask at once, the settings are loaded once, by one statement', async () => {
  const { store, statements } = openStore();
  const version = await currentVersion();
  const asked = await Promise.all(Array.from({ length: 50 }, () => store.get(cast.organizationId, version)));
  expect(new Set(asked).size).toBe(1);
  await store.get(cast.organizationId, version);
  expect(statements).toHaveLength(1);
});

it('each organization has settings of its own', async () => {
  const { store } = openStore();
  const acme = await store.get(cast.organizationId, '1');
  const zenith = await store.get(cast.zenith.organizationId, '1');
  expect([acme.organization.name, zenith.organization.name]).toEqual(['Acme', 'Zenith']);
  expect(zenith.teams.byPublicId.has(cast.teams.west)).toBe(false);
  expect(acme.teams.byPublicId.get(cast.teams.west)?.name).toBe('West');
});

it('every change counts the version on, and a request that knows of a newer version loads anew', async () => {
  const { store, statements } = openStore();
  const before = await currentVersion();
  const old = await store.get(cast.organizationId, before);
  const source = await changeSomething();
  const after = await currentVersion();
  expect(BigInt(after)).toBe(BigInt(before) + 1n);
  expect(await store.get(cast.organizationId, before)).toBe(old);
  const fresh = await Promise.all(Array.from({ length: 20 }, () => store.get(cast.organizationId, after)));
  for (const settings of fresh) expect(settings.sources.byPublicId.has(source)).toBe(true);
  expect(fresh[0]?.version).toBe(after);
  expect(statements).toHaveLength(2);
});

it('a change that changes nothing leaves the version as it is', async () => {
  const before = await currentVersion();
  await app.call('PATCH', `/teams/${cast.teams.west}`, { token: cast.admin.token, body: { name: 'West' } });
  await app.call('POST', '/teams', { token: cast.admin.token, body: { name: 'West' } });
  expect(await currentVersion()).toBe(before);
});

it('settings are loaded anew after they were forgotten', async () => {
  const { store, statements } = openStore();
  const version = await currentVersion();
  await store.get(cast.organizationId, version);
  store.forget(cast.zenith.organizationId);
  await store.get(cast.organizationId, version);
  expect(statements).toHaveLength(1);
  store.forget(cast.organizationId);
  await store.get(cast.organizationId, version);
  expect(statements).toHaveLength(2);
  store.forgetAll();
  await store.get(cast.organizationId, version);
  expect(statements).toHaveLength(3);
});

it('a load that fails is tried again by the next request', async () => {
  let broken = true;
  const { database } = app.services;
  const flaky: Sql = {
    ...database,
    row: (text, values) => (broken ? Promise.reject(new Error('away')) : database.row(text, values)),
  };
  const store = new SettingsStore(flaky);
  await expect(store.get(cast.organizationId, '1')).rejects.toThrow('away');
  broken = false;
  expect((await store.get(cast.organizationId, '1')).organization.name).toBe('Acme');
});

it('settings are never older than the version that a request knows of, even while a load is under way', async () => {
  const gate = createGate();
  const { database } = app.services;
  const slow: Sql = {
    ...database,
    row: async (text, values) => {
      const row = await database.row(text, values);
      await gate.opened;
      return row as never;
    },
  };
  const store = new SettingsStore(slow);
  const underWay = store.get(cast.organizationId, await currentVersion());
  await vi.waitFor(() => expect(database.load().idle).toBe(database.load().connections), 10_000);
  const source = await changeSomething();
  const wanted = store.get(cast.organizationId, await currentVersion());
  gate.open();
  await underWay;
  expect((await wanted).sources.byPublicId.has(source)).toBe(true);
});

it('another process hears of a change', async () => {
  const other = await makeParts({ database: app.services.database, log: app.services.log });
  const changes = await followChanges(other);
  const version = await currentVersion();
  await other.settings.get(cast.organizationId, version);
  const source = await changeSomething();
  await vi.waitFor(
    async () => {
      const settings = await other.settings.get(cast.organizationId, version);
      expect(settings.sources.byPublicId.has(source)).toBe(true);
    },
    { timeout: 10_000 },
  );
  await changes.stop();
});

it('nothing in the settings can be changed by whoever reads them', async () => {
  await app.call('POST', '/custom-fields', {
    token: cast.admin.token,
    body: { key: 'plan', type: 'select', options: ['A', 'B'] },
  });
  const settings = await openStore().store.get(cast.organizationId, '1');
  let seen = 0;
  const expectFrozen = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    seen++;
    expect(Object.isFrozen(value), path).toBe(true);
    const inner = value instanceof Map ? [...value] : Object.entries(value);
    for (const [name, part] of inner) expectFrozen(part, `${path}.${name}`);
  };
  expectFrozen(settings, 'settings');
  expect(seen).toBeGreaterThan(30);
  const options = settings.customFields.find(({ key }) => key === 'plan')?.options ?? [];
  expect(options).toEqual(['A', 'B']);
  expect(() => (options as string[]).push('C')).toThrow(TypeError);
});

it('the current settings are loaded only where another process has changed them', async () => {
  const { store, statements } = openStore();
  const loads = () => statements.filter((text) => text.includes('from custom_fields')).length;
  const first = await store.current(cast.organizationId);
  expect(await store.current(cast.organizationId)).toBe(first);
  expect(loads()).toBe(1);
  const source = await changeSomething();
  expect((await store.current(cast.organizationId)).sources.byPublicId.has(source)).toBe(true);
  expect(loads()).toBe(2);
});
