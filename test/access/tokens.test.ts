import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { publicId, timestamp, unknownId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';
import { checksumOf } from '../support/token-text.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

const issue = (body: object = {}) =>
  app.call('POST', '/tokens', {
    token,
    body: { name: 'Website', membership: cast.ravi.membership, abilities: ['leads:read'], ...body },
  });

it('a token is issued for a membership, and its secret stands in the answer', async () => {
  const { status, headers, body } = await issue();
  expect(status).toBe(201);
  expect(body.data).toEqual({
    public_id: expect.stringMatching(publicId('tok')),
    kind: 'token',
    name: 'Website',
    membership: { public_id: cast.ravi.membership, name: 'Ravi Iyer' },
    abilities: ['leads:read'],
    expires_at: null,
    created_at: expect.stringMatching(timestamp),
    last_used_at: null,
    revoked_at: null,
    secret: expect.any(String),
  });
  expect(headers.location).toBe(`/api/v1/tokens/${body.data.public_id}`);
  const me = await app.call('GET', '/me', { token: body.data.secret });
  expect(me.body.data.membership.public_id).toBe(cast.ravi.membership);
});

it('a token is ldl_, an organization key, 30 random characters and a checksum of all before it', async () => {
  const secrets: string[] = [];
  for (let n = 0; n < 20; n++) secrets.push((await issue()).body.data.secret);
  for (const secret of secrets) {
    expect(secret).toMatch(/^ldl_[0-9A-Za-z]{8}_[0-9A-Za-z]{36}$/);
    expect(secret.slice(-6)).toBe(checksumOf(secret.slice(0, -6)));
  }
  expect(new Set(secrets.map((secret) => secret.slice(4, 12))).size).toBe(1);
  expect(new Set(secrets.map((secret) => secret.slice(13, 43))).size).toBe(20);
  expect(cast.zenith.admin.token.slice(4, 12)).not.toBe(token.slice(4, 12));
});

it('a secret is shown once, when the token is issued', async () => {
  const { secret, ...shown } = (await issue()).body.data;
  const read = await app.call('GET', `/tokens/${shown.public_id}`, { token });
  expect(read.body).toEqual({ data: shown });
  const list = await app.call('GET', '/tokens', { token });
  expect(list.body.data[0]).toEqual(shown);
  expect(JSON.stringify(list.body)).not.toContain('ldl_');
});

it('of a token only its SHA-256 is stored', async () => {
  const { secret, public_id } = (await issue()).body.data;
  const { database } = app.services;
  const row = await database.row<{ secret_hash: Buffer; text: string }>(
    'select secret_hash, tokens::text as text from tokens where public_id = $1',
    [public_id],
  );
  expect(row?.secret_hash).toEqual(createHash('sha256').update(secret).digest());
  expect(row?.text).not.toContain(secret.slice(13, 43));
  const tables = await database.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const found = await database.rows(`select from ${name} as t where strpos(t::text, $1) > 0`, [secret.slice(13, 43)]);
    expect(found, name).toEqual([]);
  }
});

it('tokens are listed newest first, revoked ones included', async () => {
  const made: string[] = [];
  for (const name of ['First', 'Second', 'Third']) made.unshift((await issue({ name })).body.data.public_id);
  await app.call('DELETE', `/tokens/${made[1]}`, { token });
  const { body } = await app.call('GET', '/tokens', { token });
  expect(body.data.slice(0, 3).map((one: { public_id: string }) => one.public_id)).toEqual(made);
  expect(body.data[1].revoked_at).toMatch(timestamp);
});

it('a token needs a name, a membership and at least one ability', async () => {
  const { status, body } = await app.call('POST', '/tokens', { token, body: {} });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(['abilities', 'membership', 'name']);
  expect(Object.keys((await issue({ abilities: [] })).body.errors)).toEqual(['abilities']);
});

it('an unknown membership, or one of another organization, is refused on membership', async () => {
  for (const membership of [unknownId('mem'), cast.zenith.admin.membership, 'ravi', 5]) {
    const { status, body } = await issue({ membership });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['membership']]);
  }
});

it('a token expires at a time in the future, if at all', async () => {
  const { body } = await issue({ expires_at: '2099-06-30T18:30:00+05:30' });
  expect(body.data.expires_at).toBe('2099-06-30T13:00:00.000Z');
  expect((await issue({ expires_at: null })).body.data.expires_at).toBeNull();
  expect((await issue({ expires_at: '2099-06-30t13:00:00.123456z' })).body.data.expires_at).toBe(
    '2099-06-30T13:00:00.123Z',
  );
  const faulty = ['2020-01-01T00:00:00Z', new Date().toISOString(), '2099-02-30T00:00:00Z', '2099-01-01', 'soon', 4e12];
  for (const expires_at of faulty) {
    const refused = await issue({ expires_at });
    expect([refused.status, Object.keys(refused.body.errors ?? {})], String(expires_at)).toEqual([422, ['expires_at']]);
  }
});

it('a time that falls after the year 9999 in UTC is refused, not a failure of the service', async () => {
  const { status, body } = await issue({ expires_at: '9999-12-31T23:59:59-12:00' });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['expires_at']]);
});

it('a token is never changed: it is revoked, and another issued', async () => {
  const { public_id } = (await issue()).body.data;
  for (const method of ['PATCH', 'PUT']) {
    const { status, headers, body } = await app.call(method, `/tokens/${public_id}`, { token, body: { name: 'New' } });
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.allow?.split(', ')).toEqual(expect.arrayContaining(['DELETE', 'GET']));
    expect(headers.allow).not.toMatch(/PATCH|PUT/);
  }
});

it('the tokens of one membership are listed page by page, alone or of one kind; an unknown one has none', async () => {
  const { membership } = cast.tara;
  const own = ['First', 'Second', 'Third'];
  for (const name of own) expect((await issue({ membership, name, abilities: ['leads:read'] })).status).toBe(201);
  const list = async (query: string) => {
    const { status, body } = await app.call('GET', `/tokens?${query}`, { token });
    expect(status).toBe(200);
    return body;
  };
  const names = ({ data }: { data: { name: string; membership: { public_id: string } }[] }) => {
    for (const one of data) expect(one.membership.public_id).toBe(membership);
    return data.map(({ name }) => name);
  };
  const all = [...own].reverse();
  expect(names(await list(`filter[membership]=${membership}&page[size]=3`))).toEqual(all);
  expect(names(await list(`filter[membership]=${membership}&filter[kind]=token`))).toEqual([...all, 'test']);
  expect(await list(`filter[membership]=${membership}&filter[kind]=session`)).toMatchObject({ data: [] });
  const first = await list(`filter[membership]=${membership}&page[size]=2`);
  expect(names(await list(first.links.next.split('?')[1]))).toEqual(['First', 'test']);
  for (const unknown of [unknownId('mem'), 'nobody', cast.zenith.admin.membership]) {
    expect(await list(`filter[membership]=${unknown}`)).toMatchObject({ data: [], links: { next: null } });
  }
});
