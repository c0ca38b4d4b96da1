import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '../../src/db/sql.ts';
import { forgetOldAnswers } from '../../src/http/idempotency.ts';
import { document } from '../support/documented.ts';
import { hold } from '../support/held.ts';
import { faultsOf, freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let keys = 0;

beforeAll(async () => {
  desk = await LeadDesk.open();
});
afterAll(() => desk.close());

const newKey = () => ({ 'idempotency-key': `key-${++keys}` });
const post = (path: string, body: unknown, headers: Record<string, string>, token = desk.admin) =>
  desk.app.call('POST', path, { token, body, headers });

it('the same request with the same key gets the first answer again, marked as such', async () => {
  const headers = newKey();
  const body = { phone: freshPhone(), first_name: 'Asha' };
  const first = await desk.post(body, desk.admin, headers);
  expect(first.status).toBe(201);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  await desk.patch(first.body.data.public_id, { first_name: 'Usha' });
  const again = await desk.post(body, desk.admin, headers);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  for (const name of ['location', 'etag', 'content-type', 'cache-control']) {
    expect(again.headers[name], name).toBe(first.headers[name]);
  }
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
});

it('the effect happens once', async () => {
  const { public_id } = await desk.make();
  const headers = newKey();
  for (let n = 0; n < 3; n++) await post(`/leads/${public_id}/notes`, { body: 'Once' }, headers);
  expect(await desk.around(public_id, 'notes')).toHaveLength(1);
  const team = newKey();
  const answers = [await post('/teams', { name: 'North' }, team), await post('/teams', { name: 'North' }, team)];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
});

it('of many such requests at once, one takes effect; the others get its answer, or 409 while it runs', async () => {
  const { public_id } = await desk.make();
  const headers = newKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(`/leads/${public_id}/notes`, { body: 'Once' }, headers)),
  );
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.public_id)).size).toBe(1);
  expect(await desk.around(public_id, 'notes')).toHaveLength(1);
});

it('another payload, or another address, under the same key is refused', async () => {
  const headers = newKey();
  await desk.post({ phone: freshPhone() }, desk.admin, headers);
  expect(faultsOf(await desk.post({ phone: freshPhone() }, desk.admin, headers))).toEqual(['Idempotency-Key']);
  expect(faultsOf(await post('/teams', { name: 'South' }, headers))).toEqual(['Idempotency-Key']);
});

it('the order of members does not make another payload', async () => {
  const headers = newKey();
  const phone = freshPhone();
  const first = await desk.post(`{"phone":"${phone}","first_name":"A","custom_fields":{}}`, desk.admin, headers);
  const again = await desk.post(`{ "custom_fields": {}, "first_name": "A", "phone": "${phone}" }`, desk.admin, headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

it('a key belongs to its token', async () => {
  const headers = newKey();
  const body = { phone: freshPhone() };
  expect((await desk.post(body, desk.admin, headers)).status).toBe(201);
  const other = await desk.cast.tokenOf(desk.cast.admin, ['*']);
  for (const token of [other, desk.cast.zenith.admin.token]) {
    const answer = await desk.post(body, token, headers);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  }
});

it('a request that failed leaves its key free', async () => {
  const { public_id } = await desk.make();
  await desk.move(public_id, desk.status('Won'));
  const headers = newKey();
  expect((await desk.move(public_id, desk.status('New'), {}, desk.admin, headers)).status).toBe(409);
  expect((await desk.post({ phone: '12' }, desk.admin, headers)).status).toBe(422);
  expect((await post('/leads/lead_00000000000000000000000000/notes', { body: 'x' }, headers)).status).toBe(404);
  expect((await desk.post({ phone: freshPhone() }, desk.admin, headers)).status).toBe(201);
});

it('while the first request still runs, the second is told so', async () => {
  const { public_id } = await desk.make();
  const headers = newKey();
  const release = await hold(
    desk.app.services.database,
    `select from leads where organization_id = ${desk.cast.organizationId} and public_id = '${public_id}' for update`,
  );
  const move = () => desk.move(public_id, desk.status('Contacted'), {}, desk.admin, headers);
  const first = move();
  const waiting = `select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%for update%'`;
  await expect.poll(async () => (await desk.rows(waiting)).length).toBeGreaterThan(0);
  const second = await move();
  expect([second.status, second.body.code]).toEqual([409, 'conflict']);
  await release();
  expect((await first).status).toBe(200);
  const third = await move();
  expect(third.body).toEqual((await first).body);
  expect(third.body.transition.to.name).toBe('Contacted');
});

it('the first answer is given again even where a new request would by now be refused', async () => {
  const source = (await desk.add('sources', { name: 'Fair' })).public_id;
  const headers = newKey();
  const body = { phone: freshPhone(), source };
  const first = await desk.post(body, desk.admin, headers);
  expect(first.status).toBe(201);
  await desk.change(`sources/${source}`, { archived: true });
  const again = await desk.post(body, desk.admin, headers);
  expect([again.status, again.body]).toEqual([201, first.body]);
});

it('an answer is kept for 24 hours', async () => {
  const { public_id } = await desk.make();
  const headers = newKey();
  const add = () => post(`/leads/${public_id}/notes`, { body: 'A day' }, headers);
  const age = (text: string) =>
    desk.rows(`update idempotent_answers set created_at = now() - $2::interval where key = $1`, [
      headers['idempotency-key'],
      text,
    ]);
  const first = await add();
  await age('23 hours 59 minutes');
  await forgetOldAnswers({ sql: desk.app.services.database });
  expect((await add()).body).toEqual(first.body);
  await age('24 hours 1 second');
  expect((await add()).headers['idempotent-replayed']).toBeUndefined();
  expect(await desk.around(public_id, 'notes')).toHaveLength(2);
  await age('25 hours');
  await forgetOldAnswers({ sql: desk.app.services.database });
  expect(await desk.rows('select 1 from idempotent_answers where key = $1', [headers['idempotency-key']])).toEqual([]);
});

it('old answers are forgotten in bounded batches, of every organization however many there are', async () => {
  const { database } = desk.app.services;
  const organizations = await database.rows<{ id: string }>(
    `insert into organizations (public_id, name)
     select 'org_' || lpad(n::text, 20, '0'), 'Many ' || n from generate_series(1, 600) as n returning id`,
  );
  const ids = organizations.map(({ id }) => id);
  const [large] = ids;
  const add = (age: string, each: number, some: readonly (string | undefined)[]) =>
    database.rows(
      `insert into idempotent_answers (organization_id, token_id, key, fingerprint, created_at)
       select o, 1, $2 || n, '', now() - $2::interval from unnest($1::bigint[]) as o, generate_series(1, $3::integer) as n`,
      [some, age, each],
    );
  await add('25 hours', 2, ids);
  await add('26 hours', 1_300, [large]);
  await add('1 hour', 1, ids);
  const deleted: number[] = [];
  const rows: Sql['rows'] = async (text, values, planning) => {
    const found = await database.rows(text, values, planning);
    if (String(text).startsWith('delete')) deleted.push(found.length);
    return found as never;
  };
  await forgetOldAnswers({ sql: { ...database, rows } });
  expect(Math.max(...deleted)).toBe(500);
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(1_300 + 2 * ids.length);
  const left = await database.row(
    'select count(*)::integer as n, min(key) as least from idempotent_answers where organization_id = any($1::bigint[])',
    [ids],
  );
  expect(left).toEqual({ n: ids.length, least: '1 hour1' });
});

it('the secret of an issued token is given again, and is nowhere in the database', async () => {
  const headers = newKey();
  const body = { name: 'Website', membership: desk.cast.ravi.membership, abilities: ['leads:create'] };
  const first = await post('/tokens', body, headers);
  const { secret } = first.body.data;
  expect((await post('/tokens', body, headers)).body.data.secret).toBe(secret);
  const tables = await desk.rows(`select table_name from information_schema.tables where table_schema = 'public'`);
  expect(tables.length).toBeGreaterThan(5);
  for (const { table_name } of tables) {
    const found = await desk.rows(
      `select 1 from ${table_name} as t
        where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 or strpos(t::text, $3) > 0`,
      [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(0, 40)],
    );
    expect(found, table_name).toEqual([]);
  }
});

it.each(['', 'a b', 'é', 'x'.repeat(256), '\u007f'])('%j is no key', async (key) => {
  const answer = await desk.post({ phone: freshPhone() }, desk.admin, { 'idempotency-key': key });
  expect(faultsOf(answer)).toEqual(['Idempotency-Key']);
});

describe('every POST of the API that a token is needed for', () => {
  const posts = Object.entries(document.paths).flatMap(([path, { post: operation }]) =>
    // A file is not kept with its answer; an import of it again finds duplicates.
    operation && operation.security?.length !== 0 && path !== '/api/v1/imports' ? [[path, operation] as const] : [],
  );

  it.each(posts)('%s takes the header, and says so', (_, { parameters }) => {
    const header = parameters.find(({ name }) => name.toLowerCase() === 'idempotency-key');
    expect(header).toMatchObject({ in: 'header', required: false });
  });

  it.each(posts)('%s heeds the header', async (path) => {
    const url = path.replace('{public_id}', (await desk.make()).public_id);
    const answer = await post(url, {}, { 'idempotency-key': 'not a key' });
    expect(answer.status).toBe(422);
  });
});
