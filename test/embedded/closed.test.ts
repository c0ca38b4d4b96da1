import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import type { EmbeddedServer } from '../../src/db/embedded/index.ts';
import { Bench, isRoot, query } from './support.ts';

/** Whoever else has an account on the machine: nobody, daemon, www-data, a person. */
const OTHERS = [65534, 1, 33, 1000];
const NAMES = ['leadline', 'postgres', 'nobody', 'root', 'template1'];

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.withData();
});
afterEach(() => bench.clean());

const socketOf = ({ target }: Pick<EmbeddedServer, 'target'>) =>
  'socketDirectory' in target ? target.socketDirectory : '';

/** What a process of this user gets from an intruder's script: 'in', or why not. */
async function asUser<T>(uid: number, script: string, ...args: string[]): Promise<T> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    cwd: '/',
    env: {},
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text) as T;
}

/** The startup packet by hand: what the server says first decides, and no driver stands in between. */
const INTRUDER = `
import { connect } from 'node:net';
const [paths, users] = process.argv.slice(1).map((text) => JSON.parse(text));
const knock = (path, user, extra) => new Promise((resolve) => {
  const socket = connect(path);
  socket.once('error', (error) => resolve(error.code));
  socket.once('connect', () => {
    const body = Buffer.from(['user', user, ...extra].join('\\0') + '\\0\\0');
    const head = Buffer.alloc(8);
    head.writeInt32BE(body.length + 8, 0);
    head.writeInt32BE(196608, 4);
    socket.write(Buffer.concat([head, body]));
  });
  socket.once('data', (data) => { resolve(data[0] === 82 && data.readInt32BE(5) === 0 ? 'in' : 'refused'); socket.destroy(); });
});
const answers = {};
for (const path of paths) for (const user of users) for (const extra of [['database', 'leadline'], ['database', 'postgres'], ['replication', 'true'], ['database', 'leadline', 'replication', 'database']])
  answers[[path, user, ...extra].join(' ')] = await knock(path, user, extra);
console.log(JSON.stringify(answers));
`;

/** Also by way of /proc: its links lead past closed directories for whoever may follow them. */
function pathsTo(server: EmbeddedServer): string[] {
  const socket = `${socketOf(server)}/.s.PGSQL.5432`;
  return [socket, `/proc/${server.pid}/root${socket}`, `/proc/${server.pid}/cwd/../run/.s.PGSQL.5432`];
}

it.runIf(isRoot)(
  'no other user of the machine gets into the database of a service of root, under any name',
  async () => {
    const server = await bench.open();
    for (const uid of OTHERS) {
      const args = [JSON.stringify(pathsTo(server)), JSON.stringify(NAMES)];
      const answers = await asUser<Record<string, string>>(uid, INTRUDER, ...args);
      expect(Object.keys(answers)).toHaveLength(3 * NAMES.length * 4);
      expect(new Set(Object.values(answers)), `user ${uid}`).toEqual(new Set(['EACCES']));
    }
  },
);

/** For each act: 'done', or the error's code. */
const SNOOP = `
import { readFileSync, readdirSync } from 'node:fs';
const [pid, files, directories] = process.argv.slice(1).map((text) => JSON.parse(text));
const attempt = (act) => { try { act(); return 'done'; } catch (error) { return error.code; } };
console.log(JSON.stringify([
  ...files.map((path) => attempt(() => readFileSync(path))),
  ...directories.map((path) => attempt(() => readdirSync(path))),
  attempt(() => readFileSync('/proc/' + pid + '/environ')),
  attempt(() => readFileSync('/proc/' + pid + '/maps')),
  attempt(() => process.kill(pid, 0)),
]));
`;

it.runIf(isRoot)('no other user can read the data or the password, look into the server, or signal it', async () => {
  const server = await bench.open();
  const files = [
    join(bench.data, 'pgpass'),
    join(server.dataLocation, 'pg_hba.conf'),
    join(server.dataLocation, 'global', '1260'),
  ];
  const directories = [server.dataLocation, socketOf(server), `/proc/${server.pid}/cwd/`, `/proc/${server.pid}/fd`];
  for (const uid of OTHERS) {
    const acts = await asUser<string[]>(
      uid,
      SNOOP,
      JSON.stringify(server.pid),
      JSON.stringify(files),
      JSON.stringify(directories),
    );
    expect(acts, `user ${uid}`).toHaveLength(10);
    expect(
      acts.filter((act) => act !== 'EACCES' && act !== 'EPERM'),
      `user ${uid}`,
    ).toEqual([]);
  }
});

it.runIf(isRoot)('the server’s own user cannot read the password, and has a number that is nobody’s', async () => {
  const server = await bench.open();
  const { uid } = statSync(server.dataLocation);
  expect(readFileSync('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'));
  const [act] = await asUser<string[]>(uid, SNOOP, '1', JSON.stringify([join(bench.data, 'pgpass')]), '[]');
  expect(act).toBe('EACCES');
});

it('only the service’s role gets in, only with its password, and it is no superuser', async () => {
  const server = await bench.open();
  const { target } = server;
  expect(
    await query(
      server,
      `select current_user::text as who, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
                                from pg_roles where rolname = current_user`,
    ),
  ).toEqual([
    {
      who: 'leadline',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
  await expect(query(server, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/);
  const wrong = join(bench.path, 'wrong');
  await writeFile(wrong, '*:*:*:leadline:wrong\n');
  await expect(connectOnce({ ...target, passwordFile: wrong } as typeof target)).rejects.toMatchObject({
    code: '28P01',
  });
  for (const user of ['postgres', 'nobody']) {
    await expect(connectOnce({ ...target, user } as typeof target)).rejects.toMatchObject({ code: '28000' });
  }
});

it('the password is in one file of the service’s own, and nowhere that others see', async () => {
  const server = await bench.open();
  const path = join(bench.data, 'pgpass');
  expect(statSync(path)).toMatchObject({ uid: process.getuid?.() });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const password = readFileSync(path, 'utf8').trim().split(':')[4] ?? '';
  expect(password).toMatch(/^[\w-]{43}$/);
  for (const file of ['cmdline', 'environ'])
    expect(readFileSync(`/proc/${server.pid}/${file}`, 'utf8')).not.toContain(password);
  await server.stop();
  const found = spawnSync('grep', ['-rlF', '-e', password, bench.path], { encoding: 'utf8' }).stdout.trim().split('\n');
  expect(found).toEqual([path]);
});

it('a second start, an adopting start and one after kill -9 use the same password', async () => {
  const first = await bench.open();
  const text = readFileSync(join(bench.data, 'pgpass'), 'utf8');
  expect(await bench.open()).toMatchObject({ pid: first.pid, startedHere: false });
  await first.stop();
  const again = await bench.open();
  process.kill(again.pid, 'SIGKILL');
  await bench.open();
  expect(readFileSync(join(bench.data, 'pgpass'), 'utf8')).toBe(text);
});

it('data without its password, or beside another one, is closed again at the next start', async () => {
  const first = await bench.open();
  await query(first, 'create table kept as select 42 as answer');
  const path = join(bench.data, 'pgpass');
  await rm(path); // as after a restore of the data alone; the server still runs
  const second = await bench.open();
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
  await writeFile(path, `*:*:*:leadline:${'x'.repeat(43)}\n`);
  expect(await query(await bench.open(), 'select answer from kept')).toEqual([{ answer: 42 }]);
});

it('several processes that find data without its password at once set it up again, and all get in', async () => {
  await (await bench.open()).stop();
  await rm(join(bench.data, 'pgpass'));
  const servers = await Promise.all([bench.open(), bench.hold().answer(), bench.open()]);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  for (const server of servers) expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('rules that were opened by hand are put back at the next start', async () => {
  const first = await bench.open();
  await first.stop();
  await writeFile(join(first.dataLocation, 'pg_hba.conf'), 'local all all trust\n');
  const { target } = await bench.open();
  await expect(connectOnce({ ...target, user: 'postgres' } as typeof target)).rejects.toMatchObject({ code: '28000' });
});

it('a password that others could have read is refused', async () => {
  await (await bench.open()).stop();
  await chmod(join(bench.data, 'pgpass'), 0o644);
  await expect(bench.open()).rejects.toThrow(/pgpass .* must be its owner's alone/);
});
