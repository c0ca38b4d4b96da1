import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { type Answer, openTestApp, type TestApp } from '../support/harness.ts';
import { insertManyLeads } from '../support/many-leads.ts';

/** Long enough that it cannot stand in a cursor by chance. */
const FIRST_ID = 876_543_210_987;

let testApp: TestApp;
let cast: Cast;
let cursor: string;

const list = (query: Record<string, string>, token = cast.admin.token, path = '/leads') =>
  testApp.call('GET', `${path}?${new URLSearchParams(query)}`, { token });

async function cursorOf(query: Record<string, string>, token = cast.admin.token, path = '/leads'): Promise<string> {
  const { next } = (await list({ 'page[size]': '2', ...query }, token, path)).body.links;
  return new URL(next, 'http://leads.test').searchParams.get('page[after]') ?? '';
}

const after = (text: string, query: Record<string, string> = {}, token?: string, path?: string) =>
  list({ ...query, 'page[after]': text }, token, path);

function expectRefused({ status, body }: Answer): void {
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: ['page[after]'] });
}

beforeAll(async () => {
  testApp = await openTestApp();
  cast = await createCast(testApp);
  const { database } = testApp.services;
  await testApp.call('POST', '/sources', { token: cast.admin.token, body: { name: 'Website' } });
  await database.rows(`select setval(pg_get_serial_sequence('leads', 'id'), ${FIRST_ID})`);
  await insertManyLeads(database, cast.organizationId, 60);
  cursor = await cursorOf({});
});

afterAll(() => testApp.close());

test('a cursor as it was given continues the list', async () => {
  const first = (await list({ 'page[size]': '2' })).body.data;
  const { status, body } = await after(cursor);
  expect(status).toBe(200);
  expect(body.data).toHaveLength(50);
  expect(body.data.map((lead: { public_id: string }) => lead.public_id)).not.toContain(first[1].public_id);
});

describe('a cursor is refused on page[after]', () => {
  test('with any one of its bytes altered', async () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (const at of bytes.keys()) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      expectRefused(await after(altered.toString('base64url')));
    }
  });

  test('with any one of its characters replaced by another', async () => {
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expectRefused(await after(cursor.slice(0, at) + other + cursor.slice(at + 1)));
    }
  });

  test('cut at any length, from either end', async () => {
    for (let length = 0; length < cursor.length; length++) {
      expectRefused(await after(cursor.slice(0, length)));
      if (length > 0) expectRefused(await after(cursor.slice(-length)));
    }
  });

  test('with anything added, spelled as base64 or percent-encoded twice', async () => {
    const padded = Buffer.from(cursor, 'base64url').toString('base64');
    const spellings = [
      `${cursor}A`,
      `A${cursor}`,
      `${cursor}=`,
      `${cursor} `,
      ` ${cursor}`,
      `${cursor}\0`,
      cursor + cursor,
    ];
    for (const text of [...spellings, ...(padded === cursor ? [] : [padded]), encodeURIComponent(`${cursor}/`)]) {
      expectRefused(await after(text));
    }
  });

  test('under another filter', async () => {
    const { body } = await testApp.call('GET', '/statuses', { token: cast.admin.token });
    const [one, other] = body.data.map((status: { public_id: string }) => status.public_id);
    const filtered = await cursorOf({ 'filter[status]': one });
    expectRefused(await after(cursor, { 'filter[status]': one }));
    expectRefused(await after(filtered));
    expectRefused(await after(filtered, { 'filter[status]': other }));
    expectRefused(await after(filtered, { 'filter[status]': `${one},${other}` }));
    expectRefused(await after(filtered, { 'filter[status]': one, 'filter[score_band]': 'hot' }));
    expectRefused(await after(filtered, { 'filter[owner]': one }));
    expectRefused(await after(cursor, { 'filter[created_at]': 'last_30_days' }));
  });

  test('under another sort', async () => {
    for (const sort of ['score', '-score', '-last_activity_at']) {
      expectRefused(await after(cursor, { sort }));
      const sorted = await cursorOf({ sort });
      expectRefused(await after(sorted));
      expectRefused(await after(sorted, { sort: '-created_at' }));
      expectRefused(await after(sorted, { sort: sort === 'score' ? '-last_activity_at' : 'score' }));
    }
  });

  test('in another list, and on another lead', async () => {
    const { token } = cast.admin;
    const leads = (await list({ 'page[size]': '2' })).body.data.map((lead: { public_id: string }) => lead.public_id);
    const paths = leads.flatMap((id: string) => [`/leads/${id}/notes`, `/leads/${id}/activities`]);
    for (const path of paths) {
      const body = path.endsWith('notes') ? { body: 'Later' } : { kind: 'call', summary: 'Called' };
      for (let n = 0; n < 3; n++) await testApp.call('POST', path, { token, body });
    }
    for (const path of paths) {
      const foreign = await cursorOf({}, token, path);
      expect((await after(foreign, {}, token, path)).status).toBe(200);
      for (const other of ['/leads', '/audit', ...paths]) {
        if (other !== path) expectRefused(await after(foreign, {}, token, other));
        expectRefused(await after(cursor, {}, token, other === '/leads' ? path : other));
      }
    }
  });
});

test('spelling out the default sort, another page size or another order of parameters does not invalidate a cursor', async () => {
  expect((await after(cursor, { sort: '-created_at' })).status).toBe(200);
  expect((await after(cursor, { 'page[size]': '200' })).status).toBe(200);
  const query = { 'filter[score_band]': 'cold', sort: 'score' };
  const turned = { sort: 'score', 'filter[score_band]': 'cold' };
  expect((await after(await cursorOf(query), turned)).status).toBe(200);
});

test('with another token a cursor continues in that token’s scope only', async () => {
  const { database } = testApp.services;
  for (const { token, membership } of [cast.ravi, cast.vikram]) {
    const { status, body } = await after(cursor, { 'page[size]': '200' }, token);
    expect(status).toBe(200);
    expect(new Set(body.data.map((lead: { owner: { public_id: string } }) => lead.owner.public_id))).toEqual(
      new Set([membership]),
    );
    const all = await database.rows<{ public_id: string }>(
      `select leads.public_id from leads join memberships on memberships.organization_id = leads.organization_id
          and memberships.id = leads.owner_id
        where memberships.public_id = $1 and leads.created_at < (select min(created_at) from
              (select created_at from leads order by created_at desc, id desc limit 2) as passed)
        order by leads.created_at desc, leads.id desc`,
      [membership],
    );
    expect(body.data.map((lead: { public_id: string }) => lead.public_id)).toEqual(all.map((row) => row.public_id));
  }
  const elsewhere = await after(cursor, {}, cast.zenith.admin.token);
  expect(elsewhere).toMatchObject({ status: 200, body: { data: [], links: { next: null } } });
});

test('nothing of the position can be read in a cursor', async () => {
  const rows = await testApp.services.database.rows<{ id: string; created_at: Date }>(
    'select id, created_at from leads',
  );
  for (const sort of ['-created_at', 'score', '-score', '-last_activity_at']) {
    const text = await cursorOf({ sort });
    const bytes = Buffer.from(text, 'base64url');
    for (const { id, created_at } of rows) {
      const number = Buffer.alloc(8);
      number.writeBigInt64BE(BigInt(id));
      const forms = [
        id,
        BigInt(id).toString(16),
        BigInt(id).toString(36),
        created_at.toISOString(),
        String(created_at.getTime()),
      ];
      for (const form of forms) {
        expect(text).not.toContain(form);
        expect(bytes.includes(form)).toBe(false);
      }
      expect(bytes.includes(number.subarray(2))).toBe(false);
      expect(bytes.includes(Buffer.from(number.subarray(2)).reverse())).toBe(false);
    }
  }
});
