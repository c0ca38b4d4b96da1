import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { isAlive } from '../../src/db/embedded/files.ts';
import { stopServer } from '../../src/db/embedded/postmaster.ts';
import { OperatorError } from '../../src/operator-error.ts';
import { Bench, eventually, isUp, kill9, query } from './support.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.withData();
});
afterEach(() => bench.clean());

it('a server whose owner was killed is adopted', async () => {
  const owner = bench.hold();
  const { pid } = await owner.answer();
  await owner.kill();
  const server = await bench.open();
  expect(server).toMatchObject({ pid, startedHere: false });
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('a server that was killed is recovered with all that was committed', async () => {
  const owner = bench.hold();
  const killed = await owner.answer();
  await query(killed, 'create table kept as select 42 as answer');
  await owner.kill();
  await kill9(killed);
  const server = await bench.open();
  expect(server.startedHere).toBe(true);
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

it('a server killed amid a long statement is recovered when its last process has ended', async () => {
  const killed = await bench.open();
  const client = await connectOnce(killed.target);
  await client.query("set statement_timeout = '2s'");
  let isBusy = true;
  const busy = client.query('select count(*) from generate_series(1, 1000000000) as n').catch(() => (isBusy = false));
  await eventually(async () => {
    const active = "select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()";
    return (await query(killed, active)).length > 0;
  });
  await kill9(killed);
  const server = await bench.open();
  expect(server.startedHere).toBe(true);
  expect(isBusy).toBe(false);
  await busy;
  await client.end().catch(() => {});
});

it('a lock file whose number now is an innocent program’s blocks nothing and harms nobody', async () => {
  const killed = await bench.open();
  const { uid, gid } = await stat(killed.dataLocation);
  await kill9(killed);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const innocent = spawn('sleep', ['60'], { cwd: '/', stdio: 'ignore', ...user });
  try {
    const socketLock = join(bench.data, 'run', '.s.PGSQL.5432.lock');
    for (const path of [join(killed.dataLocation, 'postmaster.pid'), socketLock]) {
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace(/^\d+/, `${innocent.pid}`));
    }
    const server = await bench.open();
    expect(server.startedHere).toBe(true);
    await server.stop();
    expect(isAlive(innocent.pid ?? 0)).toBe(true);
  } finally {
    innocent.kill();
  }
});

it('an adopted number that became an innocent program’s is never signalled', async () => {
  const innocent = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    await stopServer(innocent.pid ?? 0, join(bench.data, 'postgres'));
    expect(isAlive(innocent.pid ?? 0)).toBe(true);
  } finally {
    innocent.kill();
  }
});

it('a server whose socket was deleted is stopped and started anew', async () => {
  const lost = await bench.open();
  await query(lost, 'create table kept as select 42 as answer');
  await rm(join(bench.data, 'run'), { recursive: true });
  const server = await bench.open();
  expect(server.pid).not.toBe(lost.pid);
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

it('a start killed while the data is being made leaves nothing half-made', async () => {
  await bench.empty();
  const killed = bench.hold();
  await eventually(async () => {
    const unfinished = (await readdir(bench.data)).find((name) => name.startsWith('postgres.unfinished-'));
    return (
      unfinished !== undefined && (await readdir(join(bench.data, unfinished, 'postgres', 'base', '1'))).length > 10
    );
  });
  await killed.kill();
  expect(await readdir(bench.data)).not.toContain('postgres');
  const server = await bench.open();
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(bench.data)).sort()).toEqual(['pgpass', 'postgres', 'run']);
});

it.runIf(process.platform === 'linux')(
  'initdb killed in the middle is reported and leaves nothing half-made',
  async () => {
    await bench.empty();
    const opening = bench.open().catch((error) => error);
    await eventually(async () => {
      const pid = await findInitdb(bench.data);
      if (pid === undefined) return false;
      return process.kill(pid, 'SIGKILL');
    });
    expect(await opening).toBeInstanceOf(OperatorError);
    expect(await readdir(bench.data)).toEqual([]);
    expect(await query(await bench.open(), 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

it('data of another PostgreSQL version is refused with advice and left as it is', async () => {
  const server = await bench.open();
  await server.stop();
  const path = join(server.dataLocation, 'PG_VERSION');
  await writeFile(path, '17\n');
  const before = await fingerprint(bench.data);
  const refused = await bench.open().catch((error) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(refused.message).toMatch(/PostgreSQL 17.*PostgreSQL 18.*leadline backup.*leadline restore/);
  expect(await fingerprint(bench.data)).toBe(before);
});

it('a directory that is no database is not written over', async () => {
  const server = await bench.open();
  await server.stop();
  await rm(join(server.dataLocation, 'PG_VERSION'));
  await expect(bench.open()).rejects.toThrow(/is not a PostgreSQL data directory/);
});

it.runIf(process.getuid?.() === 0)('data restored by root is given back to the server’s user', async () => {
  const server = await bench.open();
  await server.stop();
  for (const name of ['', ...(await readdir(server.dataLocation, { recursive: true }))]) {
    await chown(join(server.dataLocation, name), 0, 0);
  }
  expect(await isUp(await bench.open())).toBe(true);
});

async function findInitdb(directory: string): Promise<number | undefined> {
  for (const name of await readdir('/proc')) {
    const command = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : '';
    if (/bin\/initdb\0/.test(command) && command.includes(`${directory}/postgres.unfinished-`)) return Number(name);
  }
  return undefined;
}

async function fingerprint(directory: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(directory, { recursive: true })).sort()) {
    const stats = await stat(join(directory, name));
    hash.update(`${name} ${stats.mode} ${stats.uid} ${stats.mtimeMs} ${stats.size}\n`);
    if (stats.isFile()) hash.update(await readFile(join(directory, name)));
  }
  return hash.digest('hex');
}
