import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { Bench, eventually, isRoot, isUp, packageDirectory, query } from './support.ts';

const NOBODY = { uid: 65534, gid: 65534 };
const programs = join(packageDirectory(), 'native', 'bin');

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.clean());

/** Data as version 0.1 made it, with its server: whoever reaches the socket is the superuser, root runs it as nobody. */
async function startOpenServer() {
  const user = isRoot ? NOBODY : {};
  const [cluster, run] = [join(bench.data, 'postgres'), join(bench.data, 'run')];
  await mkdir(bench.data, { mode: 0o711 });
  for (const path of [cluster, run]) {
    await mkdir(path, { mode: 0o700 });
    if (isRoot) await chown(path, NOBODY.uid, NOBODY.gid);
  }
  const options = { cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C' }, ...user } as const;
  const initdb = spawn(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'leadline', '--auth=trust', '--no-sync'],
    options,
  );
  expect(await once(initdb, 'exit')).toEqual([0, null]);
  const args = ['-D', cluster, '-k', run, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const { pid = 0 } = spawn(join(programs, 'postgres'), args, { ...options, detached: true });
  const connect = async (database: string) => {
    const client = new pg.Client({ host: run, user: 'leadline', database });
    await client.connect();
    return client;
  };
  await eventually(async () => connect('postgres').then((client) => client.end().then(() => true)));
  const first = await connect('postgres');
  await first.query('create database leadline template template0');
  await first.end();
  return { pid, dataLocation: cluster, client: await connect('leadline') };
}

it('data of an earlier version, open to whoever reached its socket, is closed at the next start and kept', async () => {
  const open = await startOpenServer();
  await open.client.query(`
    create table kept (id bigserial primary key, answer integer);
    insert into kept (answer) values (42);
    create sequence apart;
    create type mood as enum ('good');
    create function answer() returns integer language sql as 'select answer from kept';`);
  open.client.on('error', () => {});

  const server = await bench.open();
  expect(await isUp(open)).toBe(false);
  expect(server.startedHere).toBe(true);
  if (isRoot) expect([NOBODY.uid, 0]).not.toContain((await stat(server.dataLocation)).uid);
  expect(await query(server, 'select answer()')).toEqual([{ answer: 42 }]);
  await query(
    server,
    `alter table kept add column more text; drop sequence apart; drop function answer();
                       alter type mood add value 'bad'; insert into kept (answer) values (43)`,
  );
  expect(await query(server, 'select id::int, answer from kept order by id')).toEqual([
    { id: 1, answer: 42 },
    { id: 2, answer: 43 },
  ]);
  expect(await query(server, 'select rolname from pg_roles where rolsuper')).toEqual([{ rolname: 'postgres' }]);
  await expect(connectOnce({ ...server.target, user: 'postgres' } as typeof server.target)).rejects.toMatchObject({
    code: '28000',
  });
  expect(await readFile(join(bench.data, 'pgpass'), 'utf8')).toMatch(/^\*:\*:\*:leadline:[\w-]{43}\n$/);
});

it('several processes that find open data at once close it once, and all get in', async () => {
  const open = await startOpenServer();
  await open.client.end();
  const servers = await Promise.all([bench.open(), bench.hold().answer(), bench.open()]);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  for (const server of servers) expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});
