import { cpSync, createReadStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Head } from '../../src/backup/format.ts';
import { openBackup, verifyBackup } from '../../src/backup/read.ts';
import { restore } from '../../src/backup/restore.ts';
import { openDatabase } from '../../src/db/connect.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { verifyLeads } from '../../src/leads/verify.ts';
import { version } from '../../src/version.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { root } from '../support/run-cli.ts';
import { eventually } from '../support/workplace.ts';

// Each release leaves a backup here, with what the API answered about it: `npm run release:backup`.
const folder = join(root, 'test', 'fixtures', 'backups');
const releases = readdirSync(folder).flatMap((name) => /^(.+)\.leadline-backup$/.exec(name)?.[1] ?? []);
const fileOf = (release: string) => createReadStream(join(folder, `${release}.leadline-backup`));

interface Expected {
  product: string;
  public_url: string;
  token: string;
  sign_in: { organization: string; email: string; password: string };
  rows: Record<string, number>;
  answers: Record<string, object>;
}

/** Tables that a release may leave without rows, each with its reason. */
const MAY_BE_EMPTY: Readonly<Record<string, string>> = {};

it('this version has left a backup', () => {
  expect(releases, 'run `npm run release:backup` and commit what it writes').toContain(version);
});

describe.each(releases)('a backup of %s', (release) => {
  let own: TestDatabase;
  let app: TestApp;
  let head: Head;
  const expected = JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8')) as Expected;
  const { token } = expected;

  beforeAll(async () => {
    ({ head } = await openBackup(fileOf(release)));
    own = await createTestDatabase({ empty: true });
    await restore(own.target, fileOf(release));
    app = await openTestApp({ on: own });
    app.services.urls.publicUrl = expected.public_url;
  });
  afterAll(async () => {
    await app?.close();
    await own?.drop();
  });

  it('is small, whole, and has rows in every table', async () => {
    expect(statSync(join(folder, `${release}.leadline-backup`)).size).toBeLessThan(200_000);
    const { tables, product } = await verifyBackup(fileOf(release));
    expect(product).toBe(release);
    expect(tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual(Object.keys(MAY_BE_EMPTY));
    expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toEqual(expected.rows);
  });

  it('has the schema of this version when it is restored, with all of its rows and without a fault', async () => {
    const applied = await ask(own.target, 'select version from schema_migrations order by 1');
    expect(applied).toEqual((await readMigrations()).map(({ version }) => ({ version })));
    for (const { name } of head.tables) {
      const [row] = await ask<{ count: number }>(own.target, `select count(*)::integer as count from ${name}`);
      expect([name, row?.count]).toEqual([name, expected.rows[name]]);
    }
    const database = openDatabase(own.target, { connections: 1 });
    const { leads, ...faults } = await verifyLeads(database);
    await database.close();
    expect(leads).toBe(expected.rows.leads);
    expect(faults).toEqual({ faulty: [], misscored: [], misrecorded: [], broken: [] });
  });

  // Later versions may add fields to an answer.
  it.each(Object.keys(expected.answers))('is answered as it was: %s', async (path) => {
    const { status, body } = await app.call('GET', path, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject(expected.answers[path] ?? {});
  });

  it.runIf(release === '0.2.0')('has webhooks that go on sending whole leads, as they always did', async () => {
    const { data } = (await app.call('GET', '/webhooks', { token })).body;
    expect(data.map(({ sends_leads }: { sends_leads: boolean }) => sends_leads)).toEqual([true]);
  });

  it('lets its people sign in', async () => {
    expect((await app.call('POST', '/session', { body: expected.sign_in })).status).toBe(201);
  });

  it('goes on with the bulk change that was under way', async () => {
    const jobs = async () => (await app.call('GET', '/jobs', { token })).body.data as { state: string }[];
    expect((await jobs()).map(({ state }) => state)).toContain('running');
    await ask(own.target, 'update jobs set leased_until = now()'); // of the process that was at it
    await eventually(async () => {
      await app.services.jobs.sweep(() => []);
      return (await jobs()).every(({ state }) => state === 'done');
    });
  });

  it('takes new leads, knows the old ones, and moves them', async () => {
    const sana = { first_name: 'Sana', phone: '9876543210' };
    const known = await app.call('POST', '/leads', { token, body: sana });
    expect([known.status, known.body.duplicate]).toEqual([200, true]);
    const made = await app.call('POST', '/leads', { token, body: { first_name: 'Uday', phone: '9876500000' } });
    expect(made.status).toBe(201);
    const suppressed = await app.call('POST', '/leads', { token, body: { phone: '+919876543214' } });
    expect(suppressed.status).toBe(409);
    const { body: pipeline } = await app.call('GET', '/statuses', { token });
    const won = pipeline.data.find(({ kind }: { kind: string }) => kind === 'won').public_id;
    for (const { body } of [known, made]) {
      const path = `/leads/${body.data.public_id}`;
      const moved = await app.call('POST', `${path}/status`, { token, body: { status: won, note: 'Signed' } });
      expect(moved.body.data.status.public_id).toBe(won);
      const { body: trail } = await app.call('GET', `${path}/transitions`, { token });
      expect(trail.data[0].note).toBe('Signed');
    }
  });
});

describe('with later migrations', () => {
  const release = releases.at(-1) ?? '';
  const made: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of made) await database.drop();
  });
  const fresh = async () => {
    const database = await createTestDatabase({ empty: true });
    made.push(database);
    return database.target;
  };

  /** The released migrations and these, in a folder of their own. */
  function migrationsWith(name: string, later: Record<string, string>) {
    const directory = join(inject('directory'), `migrations-${name}`);
    mkdirSync(directory);
    cpSync(join(root, 'migrations'), directory, { recursive: true });
    for (const [file, source] of Object.entries(later)) writeFileSync(join(directory, file), source);
    return readMigrations(directory);
  }

  const LATER = `
-- A row is the motto of a team.
create table mottos (
  organization_id bigint not null,
  team_id bigint not null,
  text text not null,
  constraint mottos_pkey primary key (organization_id, team_id)
);
select leadline_distribute('mottos', 'organization_id');
insert into mottos (organization_id, team_id, text) select organization_id, id, 'Onward, ' || name from teams;
alter table notes add column language text not null default 'en';
update notes set language = 'hi' where body = 'Prefers to be called after six';
alter table notes rename column body to text;
alter table memberships alter column accepting_leads set default false;
alter table views drop column columns;
`;

  it('a backup is loaded into the tables of its own version, and then changed as an upgrade changes them', async () => {
    const known = await migrationsWith('changed', {
      '0901_mottos.sql': LATER,
      '0902_more.sql': "alter table mottos add column language text not null default 'en';\n",
    });
    const restored = await fresh();
    await restore(restored, fileOf(release), () => {}, known);

    const upgraded = await fresh();
    await restore(upgraded, fileOf(release));
    await migrate(upgraded, known);

    for (const statement of [
      'select text, language from mottos order by 1',
      'select language, text from notes order by id',
      'select version, name from schema_migrations order by 1',
      'select * from views order by id',
    ]) {
      const rows = await ask(restored, statement);
      expect(rows.length, statement).toBeGreaterThan(1);
      expect(rows, statement).toEqual(await ask(upgraded, statement));
    }
    expect(await ask(restored, 'select distinct language from notes order by 1')).toEqual([
      { language: 'en' },
      { language: 'hi' },
    ]);
    const defaults = `select column_default from information_schema.columns
                       where table_name = 'memberships' and column_name = 'accepting_leads'`;
    expect(await ask(restored, defaults)).toEqual([{ column_default: 'false' }]);
  });

  it('a later migration that fails leaves the data of the backup, and the next one goes on from there', async () => {
    const target = await fresh();
    const failing = await migrationsWith('failing', { '0901_mottos.sql': LATER, '0902_more.sql': 'select 1 / 0;\n' });
    await expect(restore(target, fileOf(release), () => {}, failing)).rejects.toThrow('division by zero');
    const [teams] = await ask<{ count: number }>(target, 'select count(*)::integer as count from teams');
    expect(teams?.count).toBe(2);
    const fixed = await migrationsWith('fixed', { '0901_mottos.sql': LATER, '0902_more.sql': 'select 1;\n' });
    const applied = await migrate(target, fixed);
    expect(applied.map(({ name }) => name)).toEqual(['more']);
  });
});
