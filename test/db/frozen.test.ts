import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectOnce, openDatabase } from '../../src/db/connect.ts';
import { listen } from '../../src/db/listen.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, DatabaseUnavailable, type Sql } from '../../src/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { openHalfAnsweringServer } from '../support/half-answering-server.ts';
import { eventually } from '../support/workplace.ts';

let own: TestDatabase;
let database: Database;
const frozen: number[] = [];

beforeAll(async () => {
  own = await createTestDatabase({ empty: true });
  const setup = await connectOnce(own.target);
  await setup.query('create table notes (id int primary key)');
  await setup.end();
});
afterEach(() => {
  for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
});
afterAll(() => own.drop());

const open = (connections = 1) => {
  database = openDatabase(own.target, { connections, statementMs: 200, acquireMs: 1_000 });
  return database;
};
const backendOf = async (sql: Sql) => (await sql.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid ?? 0;
function freeze(pid: number): void {
  frozen.push(pid);
  process.kill(pid, 'SIGSTOP');
}
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseUnavailable ? 'unavailable' : error),
  );
const othersOf = async () => {
  const client = await connectOnce(own.target);
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.length;
};

/** The same connection is not used again, and no other is left behind. */
async function expectRecovered(pid: number): Promise<void> {
  expect(await backendOf(database)).not.toBe(pid);
  expect(database.load()).toEqual({ connections: 1, idle: 1, waiting: 0 });
  await database.close();
  for (const stopped of frozen.splice(0)) process.kill(stopped, 'SIGCONT');
  await eventually(async () => (await othersOf()) === 0, 5_000);
}

it('a connection that freezes before a transaction begins fails it as unavailable, and is not used again', async () => {
  const pid = await backendOf(open());
  freeze(pid);
  expect(await outcomeOf(database.begin((sql) => sql.rows('select 1')))).toBe('unavailable');
  await expectRecovered(pid);
});

it('a commit whose answer does not come is unavailable, and its connection is not used again', async () => {
  let pid = 0;
  open();
  const begun = database.begin(async (sql) => {
    pid = await backendOf(sql);
    await sql.rows('insert into notes values (1)');
    freeze(pid);
  });
  expect(await outcomeOf(begun)).toBe('unavailable');
  await expectRecovered(pid);
});

it('a rollback whose answer does not come ends all the same, with what went wrong before', async () => {
  let pid = 0;
  const failure = new Error('thought better of it');
  open();
  const begun = database.begin(async (sql) => {
    pid = await backendOf(sql);
    freeze(pid);
    throw failure;
  });
  expect(await outcomeOf(begun)).toBe(failure);
  await expectRecovered(pid);
});

it('closing ends though connections are frozen, at work and idle', async () => {
  open(2);
  let holding = 0;
  const busy = outcomeOf(
    database.begin(async (sql) => {
      holding = await backendOf(sql);
      freeze(await backendOf(database));
      freeze(holding);
      await sql.rows('select 1');
    }),
  );
  await eventually(() => frozen.length === 2);
  await database.close();
  expect(await busy).toBe('unavailable');
});

it('a listener whose connection freezes opens another one, and says that it may have missed something', async () => {
  let gaps = 0;
  const heard: string[] = [];
  const connectOften = () => connectOnce(own.target, 300);
  const hear = (payload: string) => heard.push(payload);
  const subscription = await listen(connectOften, 'frozen', hear, () => gaps++, 100);
  open();
  const rows = await database.rows<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query in ('listen "frozen"', 'select 1')`,
  );
  expect(rows).toHaveLength(1);
  const before = gaps;
  freeze(rows[0]?.pid ?? 0);
  await eventually(() => gaps >= before + 2, 10_000);
  await database.rows(`select pg_notify('frozen', 'again')`);
  await eventually(() => heard.length === 1);
  await subscription.stop();
  await database.close();
});

it('a LISTEN that is refused is tried again until it is heard', async () => {
  let refusals = 2;
  const heard: string[] = [];
  const reluctant = async () => {
    const client = await connectOnce(own.target);
    if (refusals-- > 0) await client.query('begin; select 1 / 0').catch(() => {});
    return client;
  };
  const subscription = await listen(
    reluctant,
    'reluctant',
    (payload) => heard.push(payload),
    () => {},
  );
  open();
  await eventually(async () => {
    await database.rows(`select pg_notify('reluctant', 'at last')`);
    return heard.length > 0;
  }, 10_000);
  await subscription.stop();
  await database.close();
});

it('a shared connection that freezes fails what was sent on it, and the next statement goes on another one', async () => {
  open();
  const read = () => database.shortRow<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = (await read())?.pid ?? 0;
  freeze(pid);
  expect(await outcomeOf(read())).toBe('unavailable');
  expect((await read())?.pid).not.toBe(pid);
  await database.close();
});

it('a server that takes connections and says nothing leaves nobody waiting', async () => {
  const sockets: Socket[] = [];
  const mute = createServer((socket) => {
    sockets.push(socket.on('error', () => {}).resume());
  });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const target = { url: `postgres://x@127.0.0.1:${port}/x` };
  const silent = openDatabase(target, { statementMs: 200, acquireMs: 300 });
  const uses = [silent.rows('select 1'), silent.shortRow('select 2'), silent.begin((sql) => sql.rows('select 3'))];
  expect(await Promise.all(uses.map(outcomeOf))).toEqual(uses.map(() => 'unavailable'));
  await expect(migrate(target)).rejects.toThrow();
  await silent.close();
  await eventually(() => sockets.every(({ destroyed }) => destroyed));
  mute.close();
});

it.each(['rows', 'begin', 'shortRow'] as const)(
  'a connection that is not free after an error is waited for no longer than a statement, and not used again (%s)',
  async (how) => {
    const { target, sockets, close } = await openHalfAnsweringServer();
    database = openDatabase(target, { connections: 1, statementMs: 200, acquireMs: 1_000 });
    const run = (text: string) => (how === 'begin' ? database.begin((sql) => sql.rows(text)) : database[how](text));
    expect(await outcomeOf(run('select poison'))).toBe('unavailable');
    expect(await outcomeOf(database.rows('select 1'))).toBe('done');
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    await database.close();
    close();
  },
);

it.each([
  [false, 'unavailable'],
  [true, 'done'],
])(
  'a connection that was given up casts doubt on earlier commits, unless the server is a cluster’s (%s)',
  async (distributed, outcome) => {
    const limits = { connections: 2, statementMs: 200, acquireMs: 1_000 };
    database = openDatabase({ ...own.target, distributed }, limits);
    const since = performance.now();
    freeze(await backendOf(database));
    expect(await outcomeOf(database.rows('select 1'))).toBe('unavailable');
    expect(await outcomeOf(database.flush(since))).toBe(outcome);
    await database.close();
  },
);
