import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { EventStream } from '../support/follow.ts';
import { freshPhone } from '../support/leads.ts';
import { urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { workersOf } from '../support/worker-processes.ts';
import { eventually, Workplace } from '../support/workplace.ts';

/** Longer than any of these tests takes: only a second signal ends it. */
const LONG = '600';

let place: Workplace;
let database: TestDatabase;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  place = new Workplace({ DATABASE_URL: urlOf(database.target), LEADLINE_DEMO: 'off' });
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

/** Each probe takes a new connection, and so reaches any of several processes. */
function probe(service: ServiceProcess, path: string): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    request(`${service.url}${path}`, { agent: false, headers: { connection: 'keep-alive' } }, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.resume().once('end', () => resolve({ status, connection: headers.connection ?? '' }));
    })
      .once('error', reject)
      .end();
  });
}

async function isUnready(service: ServiceProcess): Promise<boolean> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => probe(service, '/readyz')));
  return answers.every(({ status }) => status === 503);
}

describe.each(['1', '2'])('with LEADLINE_PROCESSES=%s', (processes) => {
  const start = (seconds: string) =>
    place.start({ LEADLINE_PROCESSES: processes, LEADLINE_DRAIN_SECONDS: seconds, LEADLINE_RATE_LIMIT: 'off' });

  it('a service that drains is not ready and serves everything; a second signal ends it', async () => {
    const service = await start(LONG);
    expect(await probe(service, '/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' });
    const stream = await EventStream.open(`${service.url}/api/v1/events/stream?page[after]=now`, token);
    const told = performance.now();
    service.child.kill('SIGTERM');
    await sleep(20);
    service.child.kill('SIGTERM'); // as npm passes it on
    await eventually(() => isUnready(service));

    expect(await probe(service, '/healthz')).toMatchObject({ status: 200, connection: 'close' });
    for (let n = 1; n <= 3; n++) {
      const made = await service.call('POST', '/leads', token, { phone: freshPhone() });
      expect(made.status).toBe(201);
      expect(made.headers.get('connection')).toBe('close');
      await eventually(() => stream.events.length === n);
    }
    const { links } = (await service.call('GET', '/events', token)).body;
    const waiting = service.call('GET', `${links.next.slice('/api/v1'.length)}&wait=30`, token);
    expect(await service.statusFor(token)).toBe(200);
    await sleep(1_100 - (performance.now() - told));
    expect(service.isRunning).toBe(true);

    service.child.kill('SIGINT');
    expect(await waiting).toMatchObject({ status: 200, body: { data: [] } });
    await stream.ended;
    expect(stream.isWhole).toBe(true);
    await service.exited;
    expect(service.code).toBe(0);
    expect(service.leavesProcesses).toBe(false);
  });

  it('a drain ends by itself', async () => {
    const service = await start('3'); // long enough for what is asked meanwhile
    service.child.kill('SIGTERM');
    await eventually(() => isUnready(service));
    expect(await service.statusFor(token)).toBe(200);
    await service.exited;
    expect(service.code).toBe(0);
    expect(service.leavesProcesses).toBe(false);
  });
});

it('a process that takes the place of another during the drain is not ready either', async () => {
  const service = await place.start({ LEADLINE_PROCESSES: '2', LEADLINE_DRAIN_SECONDS: LONG });
  service.child.kill('SIGTERM');
  await eventually(() => isUnready(service));
  const [killed = 0] = workersOf(service);
  process.kill(killed, 'SIGKILL');
  await eventually(() => !workersOf(service).includes(killed) && workersOf(service).length === 2);
  await eventually(() => service.stderr.includes('has taken its place'));
  await eventually(() => isUnready(service));
  expect(await service.statusFor(token)).toBe(200);
  expect(await service.stop()).toBe(0);
});
