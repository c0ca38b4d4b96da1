import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { type Migration, migrate, readMigrations, splitStatements } from '../../src/db/migrate.ts';
import { DatabaseUnavailable } from '../../src/db/sql.ts';
import { OperatorError } from '../../src/operator-error.ts';
import { ask, describeSchema } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { expectOneSentence, runCli, urlOf, wordsOf } from '../support/run-cli.ts';
import { runsOf } from '../support/runs.ts';

vi.setConfig({ testTimeout: 90_000 });

const COMMANDS = runsOf(5, 20);
const TWENTY = Array.from({ length: 20 }, (_, n) => n);
let own: TestDatabase;
let released: Migration[];
let expectedSchema: string[];

beforeAll(async () => {
  released = await readMigrations();
  const migrated = await createTestDatabase();
  expectedSchema = await describeSchema(migrated.target);
  await migrated.drop();
});
beforeEach(async () => {
  own = await createTestDatabase({ empty: true });
});
afterEach(() => own.drop());

const recorded = () =>
  ask<Pick<Migration, 'version' | 'name' | 'checksum'>>(
    own.target,
    'select version, name, checksum from schema_migrations order by version',
  );

async function expectOneGoodSchema(): Promise<void> {
  expect(await recorded()).toEqual(released.map(({ version, name, checksum }) => ({ version, name, checksum })));
  expect(await describeSchema(own.target)).toEqual(expectedSchema);
}

function migration(version: number, ...statements: string[]): Migration {
  const checksum = createHash('sha256').update(statements.join()).digest('hex');
  return { version, name: `extra_${version}`, checksum, statements };
}

const run = (...args: string[]) => runCli(args, { DATABASE_URL: urlOf(own.target), PORT: '0', LOG_LEVEL: 'silent' });

it('the released migrations are numbered without gaps, and end with what the tests’ template has', async () => {
  expect(released.map(({ version }) => version)).toEqual(released.map((_, n) => n + 1));
  expect(expectedSchema.length).toBeGreaterThan(50);
});

it('a statement ends with a semicolon at the end of a line, but not within a body', () => {
  const source = `-- One;\nselect ';' -- not yet\n  as one;\n\ncreate function two() as $$\nbegin\n  perform 2;\nend $$;\nselect 3\n`;
  const body = 'create function two() as $$\nbegin\n  perform 2;\nend $$;';
  expect(splitStatements(source)).toEqual(['-- One;', `select ';' -- not yet\n  as one;`, body, 'select 3']);
  expect(splitStatements(' \n')).toEqual([]);
});

it('every released migration comes apart into statements that begin with a word of SQL', () => {
  const statements = released.flatMap((migration) => migration.statements);
  expect(statements.length).toBeGreaterThan(20);
  for (const one of statements) {
    expect(one.replace(/^(--.*\n|\s)+/, '')).toMatch(/^(create|alter|select|insert|update|drop|comment|grant|revoke) /);
  }
});

it('two statements that did not come apart are refused on every server, not on Citus alone', async () => {
  const both = migration(9001, 'create table one (id int); create table two (id int)');
  await expect(migrate(own.target, [...released, both])).rejects.toThrow(/multiple commands/);
  await expectOneGoodSchema();
});

it('twenty migrations begun at once in one process leave one schema, each migration applied once', async () => {
  const applied = await Promise.all(TWENTY.map(() => migrate(own.target)));
  const versions = applied.flat().map(({ version }) => version);
  expect(versions.sort((one, other) => one - other)).toEqual(released.map(({ version }) => version));
  await expectOneGoodSchema();
});

it(`${COMMANDS} \`leadline migrate\` at once on an empty database all succeed and leave one schema`, async () => {
  const ended = await Promise.all(Array.from({ length: COMMANDS }, () => run('migrate', '--json')));
  expect(ended.map((one) => `${one.code}${wordsOf(one)}`)).toEqual(Array(COMMANDS).fill('0'));
  const applied = ended.flatMap(({ stdout }) => JSON.parse(stdout).applied);
  expect(applied).toHaveLength(released.length);
  expect(applied).toEqual(expect.arrayContaining(released.map(({ version, name }) => ({ version, name }))));
  await expectOneGoodSchema();
});

it('migrating again changes nothing and says so', async () => {
  const first = await run('migrate');
  expect(first.code).toBe(0);
  expect(wordsOf(first)).toEqual([]);
  expect(first.stdout).toMatch(/^Applied 0001 /);
  expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' });
  await expectOneGoodSchema();
});

it('a schema that is up to date is found so without the lock that another migrator holds', async () => {
  await migrate(own.target);
  const other = await connectOnce(own.target);
  await other.query('select pg_advisory_lock(4720551901)');
  let isHeld = true;
  const letGo = setTimeout(() => {
    isHeld = false;
    void other.end();
  }, 5_000);
  expect({ applied: await migrate(own.target), isHeld }).toEqual({ applied: [], isHeld: true });
  clearTimeout(letGo);
  await other.end();
});

it('a migration that was changed after it was applied is refused with one sentence', async () => {
  await migrate(own.target);
  const [first, ...others] = released;
  const changed = { ...first, checksum: 'another' } as Migration;
  await expect(migrate(own.target, [changed, ...others])).rejects.toThrow(OperatorError);
  await ask(own.target, `update schema_migrations set checksum = 'another' where version = 1`);
  for (const command of ['migrate', 'start']) {
    expect(expectOneSentence(await run(command))).toMatch(/^Migration 1 \(\w+\) was changed after it was applied/);
  }
});

it('a schema newer than this version knows is refused with one sentence and left alone', async () => {
  await migrate(own.target);
  await ask(own.target, `insert into schema_migrations (version, name, checksum) values (9999, 'future', 'x')`);
  for (const args of [['migrate'], ['start'], ['organization', 'create', 'Acme']]) {
    expect(expectOneSentence(await run(...args))).toMatch(/schema version 9999/);
  }
  expect(await ask(own.target, 'select from organizations')).toHaveLength(0);
});

it('a database that cannot hold every script is refused with one sentence and left alone', async () => {
  const latin = await createTestDatabase({ empty: true, options: `encoding 'LATIN1' locale_provider libc locale 'C'` });
  try {
    for (const args of [['migrate'], ['start'], ['organization', 'create', 'Acme']]) {
      const ended = await runCli(args, { DATABASE_URL: urlOf(latin.target) });
      expect(expectOneSentence(ended)).toMatch(/needs a database in UTF-8, but this one is in LATIN1/);
    }
    expect(await ask(latin.target, `select from pg_class where relname = 'schema_migrations'`)).toHaveLength(0);
  } finally {
    await latin.drop();
  }
});

it('a migration that fails halfway leaves nothing of itself, and can be applied once it is mended', async () => {
  const good = migration(9001, 'create table whole (id int)');
  const bad = migration(9002, 'create table half (id int)', 'insert into half values (1)', 'select 1 / 0');
  await expect(migrate(own.target, [...released, good, bad])).rejects.toMatchObject({ code: '22012' });
  expect((await recorded()).map(({ version }) => version)).toEqual([...released.map(({ version }) => version), 9001]);
  const tables = `select relname as name from pg_class where relname in ('whole', 'half')`;
  expect(await ask(own.target, tables)).toEqual([{ name: 'whole' }]);

  const mended = migration(9002, 'create table half (id int)');
  expect(await migrate(own.target, [...released, good, mended])).toEqual([mended]);
  expect(await ask(own.target, 'select from half')).toEqual([]);
});

it('a migration killed halfway leaves nothing of itself, and the next one does the work', async () => {
  const slow = migration(9001, 'create table slow (id int)', 'select pg_sleep(20)');
  const killed = migrate(own.target, [...released, slow]).catch((error) => error);
  const stop = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
                 where datname = current_database() and query = 'select pg_sleep(20)'`;
  while ((await ask(own.target, stop)).length === 0);
  expect(await killed).toBeInstanceOf(DatabaseUnavailable);
  await expectOneGoodSchema();
});

const hurried = { allMs: 20_000, lockMs: 100, pauseMs: 20 };
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const untilTrue = async (text: string) => {
  while ((await ask(own.target, text)).length === 0) await sleep(5);
};

it('a migration that finds its table in use lets the requests behind it go on, and is applied once the table is free', async () => {
  await migrate(own.target);
  const extra = migration(9001, 'alter table leads add column extra text');
  const report = await connectOnce(own.target);
  await report.query('begin');
  await report.query('select from leads');
  const told: string[] = [];
  const applied = migrate(own.target, [...released, extra], hurried, (migration) => told.push(migration));
  for (let n = 0; n < 5; n++) {
    await untilTrue(waiting);
    expect(await ask(own.target, 'select from leads')).toEqual([]); // else it waits until the report has ended
  }
  await report.query('commit');
  await report.end();
  expect(await applied).toEqual([extra]);
  expect(new Set(told)).toEqual(new Set(['9001 (extra_9001)']));
  expect(await ask(own.target, 'select extra from leads')).toEqual([]);
});

it('a migration that never gets its table is given up with one sentence, and leaves nothing of itself', async () => {
  await migrate(own.target);
  const extra = migration(9001, 'create table half (id int)', 'alter table leads add column extra text');
  const report = await connectOnce(own.target);
  await report.query('begin');
  await report.query('select from leads');
  const failed = await migrate(own.target, [...released, extra], { ...hurried, allMs: 300 }).catch((error) => error);
  await report.end();
  expect(failed).toBeInstanceOf(OperatorError);
  expect(failed.message).toMatch(/^Migration 9001 \(extra_9001\) was given up, because .*; try again later\.$/);
  await expectOneGoodSchema();
});

const indexes = migration(
  9001,
  '-- For a test.\ncreate index concurrently if not exists extra_names on leads (organization_id, first_name);',
  'create index concurrently if not exists extra_surnames on leads (organization_id, last_name);',
);
const built = `select c.relname as name, i.indisvalid as valid from pg_index as i join pg_class as c on c.oid = i.indexrelid
                where c.relname like 'extra_%' order by 1`;
const both = ['extra_names', 'extra_surnames'].map((name) => ({ name, valid: true }));

it('indexes are built while writers hold the table, whoever else begins to migrate meanwhile', async () => {
  await migrate(own.target);
  const writer = await connectOnce(own.target);
  await writer.query('begin');
  await writer.query('lock table leads in row exclusive mode');
  const first = migrate(own.target, [...released, indexes], hurried);
  await untilTrue(waiting);
  const other = migrate(own.target, [...released, indexes], hurried);
  await sleep(300);
  const next = await connectOnce(own.target);
  await next.query('begin');
  await next.query('lock table leads in row exclusive mode nowait'); // as an insert does
  await next.query('commit');
  await next.end();
  await writer.query('commit');
  await writer.end();
  expect((await Promise.all([first, other])).flat()).toEqual([indexes]);
  expect(await ask(own.target, built)).toEqual(both);
});

it('an index that the server still builds for a migrator that was killed is waited for', async () => {
  await migrate(own.target);
  const orphan = await connectOnce(own.target);
  await orphan.query('select pg_advisory_lock(4720551904)');
  const migrating = migrate(own.target, [...released, indexes], hurried);
  await sleep(1_000);
  expect(await ask(own.target, built)).toEqual([]);
  await orphan.end();
  expect(await migrating).toEqual([indexes]);
  expect(await ask(own.target, built)).toEqual(both);
});

it('indexes are built also where transactions keep their snapshot by default', async () => {
  await migrate(own.target);
  const [database] = await ask<{ name: string }>(own.target, 'select current_database() as name');
  await ask(own.target, `alter database ${database?.name} set default_transaction_isolation = 'repeatable read'`);
  expect(await migrate(own.target, [...released, indexes], hurried)).toEqual([indexes]);
  expect(await ask(own.target, built)).toEqual(both);
});

it('an index whose building was cut short is built again', async () => {
  await migrate(own.target);
  const writer = await connectOnce(own.target);
  await writer.query('begin');
  await writer.query('lock table leads in row exclusive mode');
  const killed = migrate(own.target, [...released, indexes], hurried).catch((error) => error);
  await untilTrue(`${waiting} and query like '%extra_names%'`);
  await ask(
    own.target,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%extra_names%'`,
  );
  expect(await killed).toBeInstanceOf(Error);
  expect(await ask(own.target, built)).toEqual([{ name: 'extra_names', valid: false }]);
  await writer.end();
  expect(await migrate(own.target, [...released, indexes], hurried)).toEqual([indexes]);
  expect(await ask(own.target, built)).toEqual(both);
});

it('an index that is built, but not recorded yet, stays valid', async () => {
  const { target, drop } = await createTestDatabase(); // distributed, where there is a cluster
  await migrate(target, [...released, indexes], hurried);
  await ask(target, 'delete from schema_migrations where version = $1', [indexes.version]);
  expect(await migrate(target, [...released, indexes], hurried)).toEqual([indexes]);
  expect(await ask(target, built)).toEqual(both);
  await drop();
});
