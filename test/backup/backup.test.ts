import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../../src/backup/backup.ts';
import { LEFT_OUT } from '../../src/backup/catalogue.ts';
import { openBackup, verifyBackup } from '../../src/backup/read.ts';
import { restore } from '../../src/backup/restore.ts';
import { withConnection } from '../../src/backup/session.ts';
import { openDatabase } from '../../src/db/connect.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { DatabaseUnavailable } from '../../src/db/sql.ts';
import { verifyLeads } from '../../src/leads/verify.ts';
import { OperatorError } from '../../src/operator-error.ts';
import { ask, describeSchema } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { openTestApp } from '../support/harness.ts';
import { freshPhone, LeadDesk } from '../support/leads.ts';
import { backUpToBuffer, contentsOf, countRows, fileOf, withHead } from './support.ts';

let desk: LeadDesk;
let bytes: Buffer;
const made: TestDatabase[] = [];

/** A database to restore into. */
async function fresh({ empty = true } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty });
  made.push(database);
  return database;
}

beforeAll(async () => {
  desk = await LeadDesk.open();
  const { ravi, zenith } = desk.cast;
  await desk.add('custom-fields', { key: 'story', type: 'text' });
  const story = 'a\ttab, a\nline, a \\ and "quotes", \\N, नमस्ते';
  const lead = await desk.make({ first_name: 'Sana', custom_fields: { story }, estimated_value: 10.5 }, ravi);
  await desk.move(lead.public_id, desk.status('Contacted'), { note: 'Called' });
  const key = { 'idempotency-key': 'once' };
  await desk.post({ phone: freshPhone() }, desk.admin, key);
  await desk.app.call('POST', '/leads', { token: zenith.admin.token, body: { phone: freshPhone() } });
  await desk.app.services.tokens.lastUse.flush();
  bytes = await backUpToBuffer(desk.app.own.target);
});
afterAll(async () => {
  await desk.close();
  for (const database of made) await database.drop();
});

const refused = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as OperatorError;
  expect(message).toMatch(/^[A-Z].*\.$/);
  return message;
};

describe('a backup', () => {
  it('holds every table but those that are left out for a reason', async () => {
    const tables = await ask<{ name: string }>(
      desk.app.own.target,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    const { tables: held } = await verifyBackup(fileOf(bytes));
    expect(
      held
        .map(({ name }) => name)
        .concat(Object.keys(LEFT_OUT))
        .sort(),
    ).toEqual(tables.map(({ name }) => name).sort());
  });

  it('says what it holds: rows, checksums, migrations and the moment', async () => {
    const sound = await verifyBackup(fileOf(bytes));
    expect(sound.tables.find(({ name }) => name === 'organizations')).toMatchObject({ rows: 2 });
    expect(sound.tables.find(({ name }) => name === 'leads')).toMatchObject({ rows: 3 });
    expect(sound.migrations).toEqual((await readMigrations()).map(({ statements: _, ...rest }) => rest));
    expect(Math.abs(Date.parse(sound.taken_at) - Date.now())).toBeLessThan(120_000);
    const { head } = await openBackup(fileOf(bytes));
    expect(head.tables.find(({ name }) => name === 'notes')?.columns).toContainEqual({ name: 'body', type: 'text' });
  });

  it('is of one moment: what is written meanwhile is whole in it, or not in it', async () => {
    let isOver = false;
    const creating = (async () => {
      for (let n = 0; !isOver; n++) await desk.make({ first_name: `During ${n}` });
    })();
    for (let n = 0; n < 2; n++) {
      const during = await backUpToBuffer(desk.app.own.target);
      const { target } = await fresh();
      await restore(target, fileOf(during));
      const database = openDatabase(target, { connections: 1 });
      const { leads, ...faults } = await verifyLeads(database);
      await database.close();
      expect(leads).toBeGreaterThanOrEqual(3);
      expect(faults).toEqual({ faulty: [], misscored: [], misrecorded: [], broken: [] });
    }
    isOver = true;
    await creating;
    bytes = await backUpToBuffer(desk.app.own.target);
  });

  it('waits for its writer: memory does not grow with the database', async () => {
    const { target } = await fresh();
    await restore(target, fileOf(bytes));
    // Random texts, which cannot be packed: 20 MB of them.
    await ask(
      target,
      `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, changes, occurred_at)
       select (select min(id) from organizations), 'aud_' || n, 'lead.updated', 'lead', 'lead_' || n,
              jsonb_build_array((select string_agg(md5(n::text || m::text || random()::text), '') from generate_series(1, 60) as m)),
              now() from generate_series(1, 10000) as n`,
    );
    let read = 0;
    let written = 0;
    let go = () => {};
    const file = new Writable({
      write(part, _encoding, done) {
        written += part.length;
        if (written > 300_000) go = done;
        else done();
      },
    });
    const running = backUp(target, file, (_table, size) => {
      read += size;
    });
    running.catch(() => {});
    await expect.poll(() => written, { timeout: 30_000 }).toBeGreaterThan(300_000);
    await sleep(500); // it would read on meanwhile
    expect(read).toBeLessThan(3_000_000);
    file.destroy(new Error('the disk is full'));
    await expect(running).rejects.toThrow('the disk is full');
    go();
  });
});

it('a server that ends while it is backed up is said to be unavailable', async () => {
  const { target } = desk.app.own;
  const work = withConnection(target, (client) => client.query('select pg_terminate_backend(pg_backend_pid())'));
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  const away = { url: 'postgres://nobody@127.0.0.1:1/none' };
  await expect(withConnection(away, async () => {})).rejects.toBeInstanceOf(DatabaseUnavailable);
});

describe('a restore', () => {
  it.each([
    ['without tables', true],
    ['whose migrations have run', false],
  ])('into a database %s brings back every row, and tokens work', async (_, empty) => {
    const own = await fresh({ empty });
    const { skipped } = await restore(own.target, fileOf(bytes));
    expect(skipped).toEqual([]);
    expect(await contentsOf(own.target)).toEqual(await contentsOf(desk.app.own.target));
    expect(await describeSchema(own.target)).toEqual(await describeSchema(desk.app.own.target));
    const app = await openTestApp({ on: own });
    const { status, body } = await app.call('GET', '/leads?page[size]=2', { token: desk.cast.admin.token });
    expect([status, body.data.length]).toEqual([200, 2]);
    const there = await desk.app.call('GET', '/leads?page[size]=2', { token: desk.cast.admin.token });
    const next = await app.call('GET', there.body.links.next, { token: desk.cast.admin.token });
    expect(next.status).toBe(200);
    const created = await app.call('POST', '/leads', { token: desk.cast.admin.token, body: { phone: freshPhone() } });
    expect(created.status).toBe(201); // its ids are new ones
    await app.close();
  });

  it('is refused where there is anything already, and changes nothing there', async () => {
    const before = await contentsOf(desk.app.own.target);
    await refused(restore(desk.app.own.target, fileOf(bytes)));
    expect(await contentsOf(desk.app.own.target)).toEqual(before);

    const others = await fresh();
    await ask(others.target, 'create table theirs (n integer)');
    expect(await refused(restore(others.target, fileOf(bytes)))).toContain('not empty');
    expect(
      await ask(
        others.target,
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      ),
    ).toHaveLength(1);
  });

  it('is refused while a service runs on the database', async () => {
    const own = await fresh({ empty: false });
    const service = openDatabase(own.target, { connections: 1 });
    await service.rows('select 1');
    expect(await refused(restore(own.target, fileOf(bytes)))).toContain('stop it');
    await service.close();
    await restore(own.target, fileOf(bytes));
  });

  it('of a table that is not Leadline’s leaves it out, and says so', async () => {
    const other = await fresh();
    await restore(other.target, fileOf(bytes));
    await ask(other.target, 'create table theirs as select 1 as n');
    const own = await fresh();
    const { skipped } = await restore(own.target, fileOf(await backUpToBuffer(other.target)));
    expect(skipped).toEqual(['theirs']);
    expect(await contentsOf(own.target)).toEqual(await contentsOf(desk.app.own.target));
  });

  it('of a newer Leadline, or of another one of the same version, is refused', async () => {
    const { target } = await fresh();
    const [migration] = await readMigrations();
    if (migration === undefined) throw new Error('there are no migrations');
    const newer = withHead(bytes, ({ migrations }) => ({
      product: '9.9.9',
      migrations: [...migrations, { version: 9_001, name: 'more', checksum: 'x' }],
    }));
    expect(await refused(restore(target, fileOf(newer)))).toContain('schema version 9001');
    const changed = withHead(bytes, () => ({ migrations: [{ ...migration, checksum: 'x' }] }));
    expect(await refused(restore(target, fileOf(changed)))).toContain('schema');
    expect(await refused(restore(target, fileOf(withHead(bytes, () => ({ format: 2 })))))).toContain('format 2');
    expect(await ask(target, `select 1 from pg_class where relname = 'organizations'`)).toEqual([]);
  });

  it('of an older Leadline is brought up to date', async () => {
    const { target } = await fresh();
    const later = {
      version: 9_001,
      name: 'mottos',
      checksum: 'x',
      statements: [`alter table teams add column motto text not null default 'Onward'`],
    };
    const known = [...(await readMigrations()), later];
    await restore(target, fileOf(bytes), () => {}, known);
    const mottos = await ask<{ motto: string }>(target, 'select motto from teams');
    expect(mottos).toEqual([{ motto: 'Onward' }, { motto: 'Onward' }]);

    const ahead = await fresh();
    await migrate(ahead.target, known);
    expect(await refused(restore(ahead.target, fileOf(bytes), () => {}, known))).toContain('newer');
  });
});

describe('another file', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('phone,email\n9876543210,asha@example.in\n')],
    ['a dump of PostgreSQL', Buffer.from(`PGDMP${'\0'.repeat(2_000)}`)],
    ['a packed file of something else', gzipSync('phone,email\n9876543210,asha@example.in\n')],
    ['an archive', gzipSync(Buffer.alloc(10_240, 'Heads/leads.csv\0'))],
  ])('that is %s is told to be no backup, however it arrives', async (_, other) => {
    for (const parts of [[other], [...other].map((byte) => Buffer.from([byte]))]) {
      expect(await refused(verifyBackup(Readable.from(parts)))).toBe('The file is not a Leadline backup.');
    }
  });

  it('that only begins as a backup is damaged', async () => {
    for (const end of [1, 2, 3, 12, 100]) {
      expect(await refused(verifyBackup(fileOf(bytes.subarray(0, end))))).toContain('damaged');
    }
  });
});

describe('a damaged file', () => {
  it('is noticed wherever a byte has changed', async () => {
    const step = Math.max(1, Math.floor(bytes.length / 200));
    const places = new Set([...Array(12).keys(), ...[...Array(120).keys()].map((n) => bytes.length - 1 - n)]);
    for (let at = 0; at < bytes.length; at += step) places.add(at);
    for (const at of places) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      await refused(verifyBackup(fileOf(flipped)));
    }
  });

  it('is noticed wherever it ends too early, and where something follows its end', async () => {
    for (let end = 0; end < bytes.length; end += Math.floor(bytes.length / 50)) {
      await refused(verifyBackup(fileOf(bytes.subarray(0, end))));
    }
    await refused(verifyBackup(fileOf(bytes.subarray(0, -1))));
    for (const tail of [Buffer.from('x'), Buffer.alloc(5), bytes]) {
      await refused(verifyBackup(fileOf(Buffer.concat([bytes, tail]))));
    }
  });

  it('leaves the database empty, and a sound one can then be restored', async () => {
    const { target } = await fresh();
    for (const at of [0.3, 0.6, 0.95].map((share) => Math.floor(bytes.length * share))) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      await expect(restore(target, fileOf(flipped))).rejects.toThrow();
      expect(await countRows(target)).toBe(0);
      await expect(restore(target, fileOf(bytes.subarray(0, at)))).rejects.toThrow();
      expect(await countRows(target)).toBe(0);
    }
    await restore(target, fileOf(bytes));
    expect(await contentsOf(target)).toEqual(await contentsOf(desk.app.own.target));
  });
});
