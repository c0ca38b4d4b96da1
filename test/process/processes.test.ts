import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { isAlive } from '../../src/db/embedded/files.ts';
import { targetIn } from '../../src/db/embedded/probe.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { expectOneSentence, urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { statusAlone, workersOf } from '../support/worker-processes.ts';
import { eventually, Workplace } from '../support/workplace.ts';

vi.setConfig({ testTimeout: 60_000 });

let place: Workplace;
let service: ServiceProcess;
let token: string;
beforeAll(async () => {
  place = new Workplace({ LEADLINE_PROCESSES: '2', LEADLINE_METRICS_PORT: '0' });
  service = await place.start();
  token = service.adminToken;
});
afterAll(() => place.clean());

const logOf = ({ stderr }: ServiceProcess) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function killWorker(): Promise<number> {
  const [worker = 0] = workersOf(service);
  process.kill(worker, 'SIGKILL');
  await eventually(() => !isAlive(worker));
  return worker;
}

it('two processes answer on one port, which is said once, when both serve', async () => {
  const workers = workersOf(service);
  expect(workers).toHaveLength(2);
  expect(service.announced.demo).toHaveLength(4);
  for (let n = 0; n < 10; n++) expect(await statusAlone(service, token)).toBe(200);
  const answering = () => logOf(service).flatMap(({ message, pid }) => (message === 'request' ? [pid] : []));
  await eventually(() => answering().length >= 10);
  expect(new Set(answering())).toEqual(new Set(workers));
});

it('a process that is killed with -9 is replaced, and the other serves meanwhile', async () => {
  const killed = await killWorker();
  for (let n = 0; n < 20; n++) expect(await statusAlone(service, token)).toBe(200);
  const hasCome = ({ message }: Record<string, unknown>) => message === 'a process of the service has taken its place';
  await eventually(() => logOf(service).some(hasCome));
  expect(workersOf(service)).toHaveLength(2);
  expect(workersOf(service)).not.toContain(killed);
  const told = logOf(service).filter(({ message }) => message === 'a process of the service ended and is replaced');
  expect(told).toMatchObject([{ level: 'warn', pid: killed, signal: 'SIGKILL', wait_ms: 100 }]);
});

it('signals that reach the processes by themselves do not end them', async () => {
  const workers = workersOf(service);
  for (const pid of workers) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  for (let n = 0; n < 10; n++) expect(await statusAlone(service, token)).toBe(200);
  expect(workersOf(service)).toEqual(workers);
});

it('when the first process is killed with -9 the others end, its port is free, and the next start serves', async () => {
  const workers = workersOf(service);
  const { port } = new URL(service.url);
  process.kill(service.pid, 'SIGKILL');
  await service.exited;
  await eventually(() => !service.leavesProcesses, 3_000);
  expect(workers.filter(isAlive)).toEqual([]);
  service = await place.start({ PORT: port });
  expect(new URL(service.url).port).toBe(port);
  expect(service.announced.demo).toBeNull();
  expect(await statusAlone(service, token)).toBe(200);
});

it('Ctrl-C at the terminal lets requests in flight finish in every process, and leaves nothing running', async () => {
  const holder = await connectOnce(targetIn(`${place.data}/run`));
  await holder.query('begin');
  await holder.query('select from organizations for update');
  const names = ['One', 'Other', 'Third', 'Fourth'];
  const waiting = names.map((name) => service.call('PATCH', '/organization', token, { name }));
  const blocked = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  await eventually(async () => (await holder.query(blocked)).rows.length >= 2);
  process.kill(-service.pid, 'SIGINT'); // all of them, as a terminal does
  await eventually(async () => (await statusAlone(service, token).catch(() => 0)) !== 200);
  await holder.query('commit');
  await holder.end();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  await service.exited;
  expect(service.code).toBe(0);
  expect(service.leavesProcesses).toBe(false);
  expect(await place.postmaster()).toBeNull();
});

it('a stop during the start leaves nothing running', async () => {
  const starting = place.spawn();
  await eventually(() => workersOf(starting).length > 0);
  process.kill(-starting.pid, 'SIGTERM');
  await starting.exited;
  expect(starting.code).toBe(0);
  expect(starting.leavesProcesses).toBe(false);
  expect(await place.postmaster()).toBeNull();
});

it('a start that fails says so in the one sentence of a single process, and leaves nothing running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const port = String((other.address() as { port: number }).port);
  try {
    for (const environment of [
      { PORT: port },
      { LEADLINE_METRICS_PORT: port },
      { HOST: '192.0.2.1' },
      { LEADLINE_PROCESSES: 'many' },
    ]) {
      const [several, single] = [place.spawn(environment), new Workplace(environment)];
      await several.exited;
      const sentence = expectOneSentence(several);
      expect(several.leavesProcesses).toBe(false);
      expect(await place.postmaster()).toBeNull();
      if (!('LEADLINE_PROCESSES' in environment)) {
        const alone = single.spawn();
        await alone.exited;
        expect(expectOneSentence(alone)).toBe(sentence);
      } else expect(sentence).toContain('LEADLINE_PROCESSES');
      await single.clean();
    }
  } finally {
    other.close();
  }
});

it('the embedded PostgreSQL has room for the connections of all processes', async () => {
  const many = await place.start({ LEADLINE_PROCESSES: '3', LEADLINE_POOL: '40' });
  const client = await connectOnce(targetIn(`${place.data}/run`));
  const { rows } = await client.query<{ n: string }>("select current_setting('max_connections') as n");
  await client.end();
  expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(3 * (40 + 2 + 2 + 1) + 10);
  expect(await many.stop()).toBe(0);
});

it('a process that cannot come back is tried ever more rarely, and serves again when it can', async () => {
  const database: TestDatabase = await createTestDatabase();
  const own = new Workplace({ LEADLINE_PROCESSES: '2', DATABASE_URL: urlOf(database.target), LEADLINE_DEMO: 'off' });
  try {
    const service = await own.start();
    const waits = () => logOf(service).flatMap(({ wait_ms }) => (wait_ms === undefined ? [] : [wait_ms]));
    for (let n = 1; n <= 3; n++) {
      await eventually(() => workersOf(service).length === 2);
      const [worker = 0] = workersOf(service).slice(-1);
      process.kill(worker, 'SIGKILL');
      await eventually(() => waits().length === n);
    }
    await eventually(() => workersOf(service).length === 2);
    expect([...waits()].sort()).not.toEqual([100, 100, 100]);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  } finally {
    await own.clean();
    await database.drop();
  }
});
