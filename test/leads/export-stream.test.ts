import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../src/db/sql.ts';
import { Exports } from '../../src/leads/export/exports.ts';
import { formats } from '../../src/leads/export/formats.ts';
import type { Person } from '../support/cast.ts';
import { countStatements } from '../support/counting.ts';
import { LeadDesk, type Shown } from '../support/leads.ts';
import { insertManyLeads } from '../support/many-leads.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';

const neverBusy = () => () => 0;

const LEADS = 20_000;
const jsonLines = formats['application/x-ndjson'] as NonNullable<(typeof formats)[string]>;
const log = pino({ level: 'silent' });

let desk: LeadDesk;
let port: number;

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
  await desk.add('sources', { name: 'Website' });
  await insertManyLeads(desk.app.services.database, desk.cast.organizationId, LEADS);
  port = await listen(desk.app.app);
}, 120_000);
afterAll(() => desk.close());

/** The call of an export, as the service makes it. */
async function callOf(person: Person, query = {}) {
  const { services } = desk.app;
  const known = await services.tokens.recognize(person.token);
  if (known === null) throw new Error('the token is not known');
  const { actor } = known;
  const settings = await services.settings.current(actor.organizationId);
  const author = { ...actor, formId: null, requestId: 'r', address: null };
  const gone = new AbortController();
  return { gone, call: { sql: services.database, actor, author, settings, query, hangUp: () => gone.signal } };
}

async function exported(): Promise<Shown[]> {
  const { body } = await desk.app.call('GET', '/audit?page[size]=200', { token: desk.admin });
  const all = body.data.filter(({ action }: Shown) => action === 'leads.exported');
  return all.map(({ changes }: Shown) => Object.fromEntries(changes.map(({ field, to }: Shown) => [field, to])));
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 1_000) throw new Error('it never came to that');
    await sleep(10);
  }
}

const ask = (token = desk.admin) => head('GET /api/v1/leads', { authorization: `Bearer ${token}`, accept: 'text/csv' });
const fetchLines = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/leads`, {
    headers: { authorization: `Bearer ${desk.admin}`, accept: 'application/x-ndjson' },
  });
  return (await answer.text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
};

it('is the list of one moment, however leads move meanwhile', async () => {
  const pages: Shown[] = [];
  for (let next: string | null = '/leads?page[size]=200'; next !== null; ) {
    const { body }: Shown = await desk.app.call('GET', next, { token: desk.admin });
    pages.push(...body.data);
    next = body.links.next;
  }
  const { call } = await callOf(desk.cast.admin);
  const { database } = desk.app.services;
  const stream = await new Exports(database, log).open(call, jsonLines); // its moment is now
  const oldest = pages.at(-1);
  await desk.move(oldest.public_id, desk.status('Lost'));
  await desk.patch(pages.at(-2).public_id, { phone: '+919999999999' });
  await desk.make({ first_name: 'Late' });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const leads = Buffer.concat(parts)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(leads).toHaveLength(LEADS);
  expect(leads).toEqual(pages);
}, 120_000);

it('holds each lead once while others move all the time', async () => {
  let isOver = false;
  const ids = await desk.list('?page[size]=200');
  const moving = (async () => {
    for (let n = 0; !isOver; n++) {
      await desk.move(ids[n % ids.length] ?? '', desk.status(n % 2 === 0 ? 'Contacted' : 'Qualified'));
    }
  })();
  const leads = await fetchLines();
  isOver = true;
  await moving;
  expect(leads).toHaveLength(await desk.countLeads());
  expect(new Set(leads.map(({ public_id }) => public_id)).size).toBe(leads.length);
}, 120_000);

it('an agent’s export would hold its own leads only', async () => {
  const { call } = await callOf(desk.cast.ravi);
  const stream = await new Exports(desk.app.services.database, log).open(call, jsonLines);
  let text = '';
  for await (const part of stream) text += part;
  const owners = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).owner?.name);
  expect(owners.length).toBeGreaterThan(1_000);
  expect(new Set(owners)).toEqual(new Set(['Ravi Iyer']));
});

describe('a reader that does not read', () => {
  it('stops the reading of the database: memory does not grow with the list', async () => {
    const { database, statements } = countStatements(desk.app.services.database);
    const { call, gone } = await callOf(desk.cast.admin);
    const exports = new Exports(database, log, {}, neverBusy);
    await exports.open(call, jsonLines);
    await sleep(500);
    const fetched = statements.filter((text) => text.startsWith('fetch')).map((text) => Number(text.split(' ')[1]));
    expect(fetched.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(650);
    gone.abort();
    await exports.stop();
  });

  it('is cut off after a while, and the trail says how far it came', async () => {
    const { call } = await callOf(desk.cast.admin);
    const exports = new Exports(desk.app.services.database, log, { stallMs: 50 }, neverBusy);
    const stream = await exports.open(call, jsonLines);
    await exports.stop();
    expect(stream.destroyed).toBe(true);
    const [entry] = await exported();
    expect(entry).toMatchObject({ format: 'jsonl', complete: false });
    expect(entry.rows).toBeGreaterThan(0);
    expect(entry.rows).toBeLessThan(LEADS);
  });

  it('does not get more than the longest time, however it reads', async () => {
    const { call } = await callOf(desk.cast.admin);
    const exports = new Exports(desk.app.services.database, log, { longestMs: 3_000 }, neverBusy);
    const stream = await exports.open(call, jsonLines); // nobody reads it
    await exports.stop();
    expect(stream.destroyed).toBe(true);
    expect((await exported())[0]).toMatchObject({ complete: false });
  });
});

it('a caller who hangs up frees the connection and the slot, and leaves an entry', async () => {
  const { exports, database } = desk.app.services;
  const before = (await exported()).length;
  const connection = await RawConnection.open(port);
  connection.send(ask());
  await until(() => connection.socket.bytesRead > 0);
  connection.close();
  await exports.stop(); // it waits for those under way
  const open = await database.rows(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(open).toEqual([]);
  expect(await exported()).toHaveLength(before + 1);
  const again = await fetchLines();
  expect(again).toHaveLength(await desk.countLeads());
});

it('a failure in the middle breaks the connection instead of ending the body', async () => {
  const { database, exports } = desk.app.services;
  let fetches = 0;
  const failing: Database = {
    ...database,
    snapshot: (work) =>
      database.snapshot((sql) =>
        work({
          ...sql,
          rows: async (text, ...rest) => {
            if (text.startsWith('fetch') && ++fetches === 3) throw new Error('the database is gone');
            return sql.rows(text, ...rest);
          },
        }),
      ),
  };
  const broken = new Exports(failing, log, {}, neverBusy);
  const spy = vi.spyOn(exports, 'open').mockImplementation((call, format) => broken.open(call, format));
  await expect(fetchLines()).rejects.toThrow('terminated');
  spy.mockRestore();
  await broken.stop();
  expect((await exported())[0]).toMatchObject({ complete: false, rows: 250 });
});

it('a failure before the first lead is an answer like any other', async () => {
  const { database, exports } = desk.app.services;
  const away: Database = { ...database, snapshot: () => Promise.reject(new DatabaseUnavailable('it is away')) };
  const broken = new Exports(away, log);
  const before = await exported();
  const spy = vi.spyOn(exports, 'open').mockImplementation((call, format) => broken.open(call, format));
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/leads`, {
    headers: { authorization: `Bearer ${desk.admin}`, accept: 'text/csv' },
  });
  spy.mockRestore();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toContain('problem+json');
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await exported()).toEqual(before);
});

describe('slots', () => {
  let exports: Exports;
  beforeEach(() => {
    exports = new Exports(desk.app.services.database, log, { acquireMs: 50 }, neverBusy);
  });
  afterEach(() => exports.stop());

  it('one organization has one at a time; another one has its own', async () => {
    const { call, gone } = await callOf(desk.cast.admin);
    const [theirs, mine] = [await callOf(desk.cast.zenith.admin), await callOf(desk.cast.meera)];
    await exports.open(call, jsonLines);
    await expect(exports.open(mine.call, jsonLines)).rejects.toMatchObject({ status: 503 });
    const other = await exports.open(theirs.call, jsonLines);
    other.resume();
    gone.abort();
  });

  it('a caller that is gone before its export has a slot takes none', async () => {
    const first = await callOf(desk.cast.admin);
    await exports.open(first.call, jsonLines);
    const second = await callOf(desk.cast.meera);
    second.gone.abort();
    await expect(exports.open(second.call, jsonLines)).rejects.toMatchObject({ status: 503 });
    first.gone.abort();
    await exports.stop();
  });
});
