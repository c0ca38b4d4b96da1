import { chmod, chown, cp, lstat, mkdir, readdir, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shortHash } from '../../src/db/embedded/place.ts';
import { OperatorError } from '../../src/operator-error.ts';
import { copyMadeData } from '../support/made-data.ts';
import { Bench, isRoot, isUp, ordinaryUserCanRun, packageDirectory, query } from './support.ts';

const NOBODY = { uid: 65534, gid: 65534 };

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.clean());

it('a path too long for a socket gets a short private one, found again by others', async () => {
  const dataDirectory = join(bench.path, 'long'.repeat(12), 'longer'.repeat(12));
  const server = await bench.open({ dataDirectory });
  const directory = 'socketDirectory' in server.target ? server.target.socketDirectory : '';
  const { uid } = await stat(server.dataLocation);
  expect(directory).toBe(join(tmpdir(), `leadline-${shortHash(server.dataLocation)}-${uid}`));
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await bench.hold({ dataDirectory }).answer()).toMatchObject({ pid: server.pid, startedHere: false });
  await server.stop();
  await rmdir(directory);
});

it.runIf(isRoot)('a short socket directory that belongs to somebody else is refused', async () => {
  const dataDirectory = join(bench.path, 'long'.repeat(12), 'longer'.repeat(12));
  const first = await bench.open({ dataDirectory });
  await first.stop();
  const directory = 'socketDirectory' in first.target ? first.target.socketDirectory : '';
  try {
    await chown(directory, 12345, 12345);
    await expect(bench.open({ dataDirectory })).rejects.toThrow(/is not a directory of user number \d+/);
  } finally {
    await rm(directory, { recursive: true });
  }
});

it.runIf(isRoot)(
  'data below a closed directory of root goes where the server can reach it, and the start says so',
  async () => {
    const closed = join(bench.path, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const dataDirectory = join(closed, 'data');
    const server = await bench.open({ dataDirectory });
    expect(server.dataLocation).toBe(join(bench.path, 'shared', `data-${shortHash(dataDirectory)}`, 'postgres'));
    const { uid } = await stat(server.dataLocation);
    expect(server.notice).toContain(
      `PostgreSQL's data is in ${server.dataLocation} because user number ${uid}, who runs it, cannot enter ${closed}`,
    );
    await query(server, 'create table kept as select 42 as answer');
    expect(await bench.hold({ dataDirectory }).answer()).toMatchObject({ pid: server.pid, startedHere: false });
    await server.stop();

    await chmod(closed, 0o755);
    const again = await bench.open({ dataDirectory });
    expect(again.dataLocation).toBe(server.dataLocation);
    expect(await query(again, 'select answer from kept')).toEqual([{ answer: 42 }]);
  },
);

it.runIf(isRoot)('data that the server can no longer reach is not passed over for an empty place', async () => {
  await copyMadeData(bench.data);
  await chmod(bench.path, 0o700);
  await expect(bench.open()).rejects.toThrow(`cannot enter ${bench.path}`);
});

it.runIf(isRoot)('programs that the server’s user cannot reach are copied once', async () => {
  const closed = join(bench.path, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await cp(packageDirectory(), join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
  const options = { packageDirectory: join(closed, 'package') };
  const servers = await Promise.all([bench.open(options), bench.open(options)]);
  expect(servers[0].pid).toBe(servers[1].pid);
  const [copy, ...others] = await readdir(join(bench.path, 'shared'));
  expect(others).toEqual([]);
  expect(copy).toMatch(new RegExp(`^postgresql-18\\.[^/]+-${process.arch}$`));
  expect(servers[0].notice).toContain(`programs are in ${join(bench.path, 'shared', `${copy}`, 'native')}`);

  const { ino } = await stat(join(bench.path, 'shared', `${copy}`));
  await servers[0].stop();
  await bench.open(options);
  expect((await stat(join(bench.path, 'shared', `${copy}`))).ino).toBe(ino);
});

it('an initdb that is killed before it says anything is told with how it ended', async () => {
  const packages = join(bench.path, 'package');
  await cp(packageDirectory(), packages, { recursive: true, verbatimSymlinks: true });
  const initdb = join(packages, 'native', 'bin', 'initdb');
  await rm(initdb);
  await writeFile(initdb, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
  await expect(bench.open({ packageDirectory: packages })).rejects.toThrow(
    `The database cannot be made in ${bench.data}: initdb was ended by SIGKILL; start again.`,
  );
});

it.runIf(isRoot)('a shared directory that others can write to is refused', async () => {
  await mkdir(join(bench.path, 'shared'));
  await chmod(join(bench.path, 'shared'), 0o777);
  await mkdir(join(bench.path, 'closed'), { mode: 0o700 });
  await expect(bench.open({ dataDirectory: join(bench.path, 'closed', 'data') })).rejects.toThrow(
    /must belong to root/,
  );
});

it('a data directory where nothing can be made is refused with the reason', async () => {
  await expect(bench.open({ dataDirectory: '/proc/leadline/data' })).rejects.toThrow(
    'The directory /proc/leadline/data cannot be made',
  );
});

it('library links that no install script made are made at the start', async () => {
  await copyMadeData(bench.data);
  const copy = await packageWithoutLinks();
  const server = await bench.open({ packageDirectory: copy });
  expect(server.notice).toBeNull();
  expect(await missingLinks(copy)).toEqual([]);
});

it.runIf(!isRoot)('links that cannot be made beside the programs are made in a copy', async () => {
  const copy = await packageWithoutLinks();
  await chmod(join(copy, 'native', 'lib'), 0o555);
  const server = await bench.open({ packageDirectory: copy });
  await chmod(join(copy, 'native', 'lib'), 0o755);
  expect(server.notice).toMatch(/programs are in .*data\/postgresql-18.* because library links are missing/);
});

it.runIf(ordinaryUserCanRun)(
  'an ordinary user gets the same, with links made in a copy of root’s package',
  async () => {
    const copy = await packageWithoutLinks();
    await mkdir(bench.data);
    await chown(bench.data, NOBODY.uid, NOBODY.gid);
    const held = await bench.hold({ packageDirectory: copy }, NOBODY).answer();
    expect(held.notice).toMatch(/programs are in .*data\/postgresql-18.* because library links are missing/);
    expect(await query(held, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await bench.open({ packageDirectory: copy })).toMatchObject({ pid: held.pid, startedHere: false });
  },
);

it.runIf(ordinaryUserCanRun)(
  'a data directory that an ordinary user may not write to is refused with the reason',
  async () => {
    await mkdir(bench.data, { mode: 0o755 });
    const refused = await bench.hold({}, NOBODY).answer();
    expect(refused.name).toBe('OperatorError');
    expect(refused.message).toBe(`The database cannot be made in ${bench.data}: permission denied.`);
  },
);

it.runIf(!isRoot)('a data directory that may not be written to is refused with the reason', async () => {
  await mkdir(bench.data, { mode: 0o555 });
  await expect(bench.open()).rejects.toThrow(`The database cannot be made in ${bench.data}: permission denied.`);
});

it.runIf(ordinaryUserCanRun)('data of another user is refused by name', async () => {
  await copyMadeData(bench.data);
  const server = await bench.open();
  const refused = await bench.hold({}, { uid: 12345, gid: 12345 }).answer();
  expect(refused.message).toMatch(/belongs to user number \d+, but Leadline runs as user number 12345: run it as root/);
  expect(await isUp(server)).toBe(true);
});

it('a data directory that is a file is refused with the reason', async () => {
  const refused = await bench.open({ dataDirectory: join(await realpath(process.execPath), 'data') }).catch((e) => e);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(refused.message).toMatch(/a part of the path is not a directory/);
});

async function packageWithoutLinks(): Promise<string> {
  const copy = join(bench.path, 'package');
  await cp(packageDirectory(), copy, { recursive: true, verbatimSymlinks: true });
  for (const name of await readdir(join(copy, 'native', 'lib'))) {
    const path = join(copy, 'native', 'lib', name);
    if ((await lstat(path)).isSymbolicLink()) await rm(path);
  }
  return copy;
}

async function missingLinks(directory: string): Promise<string[]> {
  const here = await readdir(join(directory, 'native', 'lib'));
  return (await readdir(join(packageDirectory(), 'native', 'lib'))).filter((name) => !here.includes(name));
}
