import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { isAlive } from '../../src/db/embedded/files.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { steadyPort } from '../support/free-port.ts';
import { expectOneSentence, urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { statusAlone, workersOf } from '../support/worker-processes.ts';
import { eventually, Workplace } from '../support/workplace.ts';

let place: Workplace;
let service: ServiceProcess;
let token: string;
let metrics: string;
beforeAll(async () => {
  const port = await steadyPort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  place = await Workplace.withData({ LEADLINE_PROCESSES: '2', LEADLINE_METRICS_PORT: String(port) });
  service = await place.start({ PORT: String(await steadyPort()) });
  token = service.adminToken;
});
afterAll(() => place.clean());

const logOf = ({ stderr }: ServiceProcess) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const requestsIn = (log: Record<string, unknown>[]) => log.filter(({ message }) => message === 'request');

async function killWorker(): Promise<number> {
  const [worker = 0] = workersOf(service);
  process.kill(worker, 'SIGKILL');
  await eventually(() => !isAlive(worker));
  return worker;
}

const replacements = () =>
  logOf(service).filter(({ message }) => message === 'a process of the service has taken its place').length;

it('two processes answer on one port, which is said once, when both serve', async () => {
  const workers = workersOf(service);
  expect(workers).toHaveLength(2);
  expect(service.announced.demo).toHaveLength(4);
  const answering = () => new Set(requestsIn(logOf(service)).map(({ pid }) => pid));
  // Many connections in a row may go to the same process.
  await eventually(async () => {
    const asked = Array.from({ length: 5 }, () => statusAlone(service, token));
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
    return answering().size === workers.length;
  });
  expect(answering()).toEqual(new Set(workers));
});

it('the metrics are those of all processes together', async () => {
  const before = await readCount();
  for (let n = 0; n < 7; n++) expect(await statusAlone(service, token)).toBe(200);
  expect(await readCount()).toBe(before + 7);
  const text = await (await fetch(metrics)).text();
  expect(text).toMatch(/^leadline_processes 2$/m);
  expect(text).toMatch(/^leadline_database_pool_connections [1-9]\d*$/m);
  expect(text).toMatch(/^process_cpu_seconds_total \d/m);
});

async function readCount(): Promise<number> {
  const response = await fetch(metrics);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const pattern = /^leadline_http_request_seconds_count\{method="GET",route="\/api\/v1\/me",status="200"\} (\d+)$/m;
  return Number(pattern.exec(await response.text())?.[1]);
}

it('a process that is killed with -9 is replaced, and the other serves meanwhile', async () => {
  const killed = await killWorker();
  for (let n = 0; n < 20; n++) expect(await statusAlone(service, token)).toBe(200);
  await eventually(() => replacements() === 1);
  expect(workersOf(service)).toHaveLength(2);
  expect(workersOf(service)).not.toContain(killed);
  const told = logOf(service).filter(({ message }) => message === 'a process of the service ended and is replaced');
  expect(told).toMatchObject([{ level: 'warn', pid: killed, signal: 'SIGKILL', wait_ms: 100 }]);
});

it('a request that meets a process that dies is answered or cut at once, never left waiting', async () => {
  const outcomes = { answered: 0, cut: 0, hung: 0 };
  let isOver = false;
  const keepAsking = async () => {
    while (!isOver) {
      try {
        await statusAlone(service, token);
        outcomes.answered++;
      } catch (error) {
        if ((error as Error).name === 'AbortError') outcomes.hung++;
        else outcomes.cut++;
      }
      await sleep(5); // leaves the new process some of the CPU; while none is there, requests are refused at once
    }
  };
  const asking = Promise.all(Array.from({ length: 32 }, keepAsking));
  for (let n = 0; n < 4; n++) {
    const before = replacements();
    await killWorker();
    await eventually(() => replacements() > before);
  }
  isOver = true;
  await asking;
  expect(outcomes.hung).toBe(0);
  expect(outcomes.answered).toBeGreaterThan(0);
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

it('Ctrl-C at the terminal lets requests in flight finish, and leaves nothing running', async () => {
  const target = place.target;
  const holder = await connectOnce(target);
  await holder.query('begin');
  await holder.query('select from organizations for update');
  const names = ['One', 'Other', 'Third', 'Fourth'];
  const waiting = names.map((name) => service.call('PATCH', '/organization', token, { name }));
  const blocked = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  // By another connection: inside a transaction the answer stays what it was at first.
  await eventually(async () => (await ask(target, blocked)).length === names.length);
  process.kill(-service.pid, 'SIGINT'); // all of them, as a terminal does
  await sleep(500); // less than a statement waits for a lock
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
    for (const [environment, expected] of [
      [{ PORT: port }, `Port ${port} on 127.0.0.1 is in use by another program: set PORT to another one.`],
      [
        { LEADLINE_METRICS_PORT: port },
        `Port ${port} on 127.0.0.1 is in use by another program: set LEADLINE_METRICS_PORT to another one.`,
      ],
      [
        { LEADLINE_PROCESSES: '0' },
        'The value "0" of LEADLINE_PROCESSES must be a whole number from 1 to 64, or auto.',
      ],
    ] as const) {
      const failed = place.spawn(environment);
      await failed.exited;
      expect(expectOneSentence(failed)).toBe(expected);
      expect(failed.leavesProcesses).toBe(false);
      expect(await place.postmaster()).toBeNull();
    }
  } finally {
    other.close();
  }
});

it('the embedded PostgreSQL has room for the connections of all processes', async () => {
  const many = await place.start({ LEADLINE_PROCESSES: '3', LEADLINE_POOL: '40' });
  const target = place.target;
  const [row] = await ask<{ n: string }>(target, "select current_setting('max_connections') as n");
  expect(Number(row?.n)).toBeGreaterThanOrEqual(3 * (40 + 2 + 2 + 1) + 10);
  expect(await many.stop()).toBe(0);
});

it('a process that dies again and again is replaced after ever longer waits', async () => {
  const database: TestDatabase = await createTestDatabase();
  const own = new Workplace({ LEADLINE_PROCESSES: '2', DATABASE_URL: urlOf(database.target), LEADLINE_DEMO: 'off' });
  try {
    const service = await own.start();
    const waits = () => logOf(service).flatMap(({ wait_ms }) => (wait_ms === undefined ? [] : [Number(wait_ms)]));
    for (let n = 1; n <= 3; n++) {
      await eventually(() => workersOf(service).length === 2);
      const [worker = 0] = workersOf(service).slice(-1);
      process.kill(worker, 'SIGKILL');
      await eventually(() => waits().length === n);
    }
    await eventually(() => workersOf(service).length === 2);
    expect(Math.max(...waits())).toBeGreaterThanOrEqual(200); // three deaths in two places
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  } finally {
    await own.clean();
    await database.drop();
  }
});
