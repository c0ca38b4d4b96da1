import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { steadyPort } from '../support/free-port.ts';
import { Haproxy, haproxyPath } from '../support/haproxy.ts';
import { makeRelease } from '../support/releases.ts';
import { urlOf } from '../support/run-cli.ts';
import { isSoak, runsOf } from '../support/runs.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { SteadyLoad } from '../support/steady-load.ts';
import { eventually, Workplace } from '../support/workplace.ts';

// Two instances behind HAProxy are upgraded one after the other, again and again, each time by a release with one migration more.
// So after the first instance of a round has started, the second one still serves, on a schema newer than its own.

const ROUNDS = runsOf(1, 20);
/** A soak waits for the drain as an operator does. Else a second signal ends it once the proxy has turned away. */
const DRAIN_SECONDS = isSoak ? '5' : '60';
const INTERVAL = isSoak ? '1s' : '200ms';
const names = ['one', 'two'] as const;

describe.skipIf(haproxyPath === null)('behind HAProxy', () => {
  let database: TestDatabase;
  let place: Workplace;
  let proxy: Haproxy;
  const instances = new Map<string, ServiceProcess>();
  const ports = new Map<string, number>();

  beforeAll(async () => {
    database = await createTestDatabase();
    place = new Workplace({
      DATABASE_URL: urlOf(database.target),
      LEADLINE_DEMO: 'off',
      LEADLINE_RATE_LIMIT: 'off',
      LEADLINE_DRAIN_SECONDS: DRAIN_SECONDS,
      LEADLINE_TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    });
    for (const name of names) ports.set(name, await steadyPort());
    const release = makeRelease(place.path, 0);
    await Promise.all(names.map((name) => start(name, release)));
    proxy = await Haproxy.start(
      await steadyPort(),
      names.map((name) => ports.get(name) ?? 0) as [number, number],
      INTERVAL,
    );
    await eventually(async () => (await proxy.isUp('one')) && (await proxy.isUp('two')));
  }, 120_000);
  afterAll(async () => {
    await proxy?.stop();
    await place.clean();
    await database.drop();
  });

  /** One of the two is several processes. */
  async function start(name: string, release: string): Promise<void> {
    const environment = { PORT: String(ports.get(name)), LEADLINE_PROCESSES: name === 'two' ? '2' : '1' };
    const service = place.spawn(environment, undefined, release);
    instances.set(name, service);
    await service.ready();
  }

  async function upgrade(name: string, release: string): Promise<void> {
    const service = instances.get(name) as ServiceProcess;
    service.child.kill('SIGTERM');
    if (!isSoak) {
      await eventually(async () => !(await proxy.isUp(name)) || !service.isRunning, 50_000);
      await sleep(1_000); // for a request that was on its way when the proxy turned away, and to be a second signal
      service.child.kill('SIGTERM');
    }
    await service.exited;
    expect(service.code).toBe(0);
    await start(name, release);
    await eventually(() => proxy.isUp(name), 60_000);
  }

  it(`${ROUNDS} rolling upgrades, each over a migration, fail no request, lose no write and miss no event`, async () => {
    const token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
    const load = new SteadyLoad(proxy.url, token);
    const imported: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const release = makeRelease(place.path, round);
      const rows = Array.from(
        { length: 200 },
        (_, n) => `+9160${String(round).padStart(3, '0')}${String(n).padStart(5, '0')},Tara`,
      );
      imported.push(await upload(['phone,first_name', ...rows].join('\n'), token));
      for (const name of names) await upgrade(name, release);
      await sleep(500);
    }
    for (const id of imported) {
      await eventually(async () => (await load.ask('GET', `/imports/${id}`))?.data.state === 'done', 60_000);
      expect((await load.ask('GET', `/imports/${id}`))?.data).toMatchObject({
        processed: 200,
        created: 200,
        failed: 0,
      });
    }
    const count = async () =>
      (
        await ask<{ n: number }>(
          database.target,
          'select count(*)::integer as n from audit_entries where lead_id is not null',
        )
      )[0]?.n ?? 0;
    await load.end(count);
    expect(load.requests).toBeGreaterThan(100 * ROUNDS);
    expect(load.streams).toBeGreaterThan(2); // they were ended, and opened again
    expect(load.failures).toEqual([]);

    const applied = await ask<{ version: number }>(
      database.target,
      'select version from schema_migrations where version > 9000',
    );
    expect(applied).toHaveLength(ROUNDS);
    const rows = await ask<{ public_id: string; phone: string; first_name: string }>(
      database.target,
      'select public_id, phone, first_name from leads',
    );
    expect(new Set(rows.map(({ phone }) => phone)).size).toBe(rows.length);
    const found = new Map(rows.map(({ public_id, phone, first_name }) => [public_id, { phone, first_name }]));
    expect(rows.length).toBe(load.leads.size + 200 * ROUNDS);
    for (const [id, lead] of load.leads) expect(found.get(id)).toEqual(lead);

    const trail = await ask<{ public_id: string }>(
      database.target,
      'select public_id from audit_entries where lead_id is not null order by id',
    );
    const events = trail.map(({ public_id }) => public_id.replace('aud_', 'evt_'));
    for (const seen of load.followed) expect(seen).toEqual(events);
  }, 1_800_000);

  async function upload(csv: string, token: string): Promise<string> {
    // A kept connection may be closed by the proxy, which it idles with for seconds, at the moment of the next upload.
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', connection: 'close' };
    const response = await fetch(`${proxy.url}/api/v1/imports`, { method: 'POST', headers, body: csv });
    expect(response.status).toBe(202);
    return ((await response.json()) as { data: { public_id: string } }).data.public_id;
  }
});
