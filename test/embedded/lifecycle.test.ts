import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLockFile } from '../../src/db/embedded/postmaster.ts';
import { OperatorError } from '../../src/operator-error.ts';
import { Bench, eventually, isUp, kill9, query } from './support.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.withData();
});
afterEach(() => bench.clean());

it('what was written is there after an orderly stop and a new start', async () => {
  const first = await bench.open();
  expect(first.notice ?? '').not.toContain('data is in'); // a closed checkout has its programs copied, which is said
  expect(first).toMatchObject({ startedHere: true, dataLocation: join(bench.data, 'postgres') });
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  expect(await isUp(first)).toBe(false);
  expect(await readLockFile(first.dataLocation)).toBeNull();

  const second = await bench.open();
  expect(second.startedHere).toBe(true);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

it('the server speaks through a socket that only its own user can reach, and through no port', async () => {
  const server = await bench.open();
  expect(server.target).toMatchObject({ user: 'leadline', database: 'leadline' });
  const directory = 'socketDirectory' in server.target ? server.target.socketDirectory : '';
  const [socket, cluster] = [await stat(directory), await stat(server.dataLocation)];
  expect(socket.mode & 0o777).toBe(0o700);
  expect(socket.uid).toBe(cluster.uid);
  expect(socket.uid).not.toBe(0);
  expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

it('what was answered is on disk, and the log holds no statements or details', async () => {
  const server = await bench.open({ settings: {} });
  const rows = await query(
    server,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums',
     'log_min_error_statement', 'log_error_verbosity', 'TimeZone', 'jit')`,
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    TimeZone: 'UTC',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    jit: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    synchronous_commit: 'on',
  });
});

it('names in any script are compared, lowered and found', async () => {
  const server = await bench.open();
  await query(server, 'create extension pg_trgm');
  expect(
    await query(
      server,
      "select lower('ŻÓŁĆ') as lower, 'नमस्ते' % 'नमस्ते' as alike, 'é' collate \"default\" > 'z' as bytewise",
    ),
  ).toEqual([{ lower: 'żółć', alike: true, bytewise: true }]);
});

it('a path with blanks, commas and quotes is as good as any other', async () => {
  const dataDirectory = join(bench.path, `it's a "path", with 100% of it`);
  const first = await bench.open({ dataDirectory });
  const second = await bench.open({ dataDirectory });
  expect(second).toMatchObject({ pid: first.pid, startedHere: false });
});

it('several processes that open at once, before there is data, get the same one server', async () => {
  await bench.empty();
  const [one, two, three] = await Promise.all([bench.open(), bench.open(), bench.hold().answer()]);
  expect(new Set([one.pid, two.pid, three.pid]).size).toBe(1);
  expect([one, two, three].filter((server) => server.startedHere)).toHaveLength(1);
  for (const server of [one, two, three]) expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('a process that detaches can end while the server runs on', async () => {
  const holder = bench.hold({}, {}, 'detach');
  const held = await holder.answer();
  await eventually(async () => holder.process.exitCode === 0);
  expect(await isUp(held)).toBe(true);
});

it('a supervised server that dies is started again, with its data', async () => {
  const messages: string[] = [];
  const server = await bench.open({ log: (message) => messages.push(message) });
  server.supervise();
  await query(server, 'create table kept as select 42 as answer');
  const before = server.pid;
  await kill9(server);
  await eventually(async () => server.pid !== before);
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(messages).toContain('The database server ended unexpectedly and is started again');
});

it('a supervised server that was adopted is started again too, and once', async () => {
  const first = await bench.open();
  const second = await bench.open();
  first.supervise();
  second.supervise();
  const before = first.pid;
  await kill9({ pid: before, dataLocation: first.dataLocation });
  await eventually(async () => first.pid !== before && second.pid === first.pid);
});

it('a stopped server stays stopped, even when it was being started again', async () => {
  const server = await bench.open();
  server.supervise();
  await kill9(server);
  await sleep(110); // the new server is on its way now
  await server.stop();
  await sleep(500);
  const lock = await readLockFile(server.dataLocation);
  expect(lock !== null && (await isUp({ ...server, pid: lock.pid }))).toBe(false);
});

it('an adopted server can be stopped', async () => {
  const holder = bench.hold();
  const held = await holder.answer();
  const server = await bench.open();
  expect(server).toMatchObject({ pid: held.pid, startedHere: false });
  await server.stop();
  expect(await isUp(held)).toBe(false);
});

it('a server that cannot start says why and leaves nothing running', async () => {
  const failed = await bench.open({ settings: { shared_buffers: 'plenty' } }).catch((error) => error);
  expect(failed).toBeInstanceOf(OperatorError);
  expect(failed.message).toMatch(/invalid value for parameter "shared_buffers"/);
  expect(await readLockFile(join(bench.data, 'postgres'))).toBeNull();
});
