import { describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const post = (path: string, body: unknown) => app.call('POST', path, { token: cast.admin.token, body });
/** Asks again where a slow machine kept it waiting for the organization's lock for too long: nothing was done then. */
async function postPatiently(path: string, body: unknown) {
  for (let tries = 1; ; tries++) {
    const answer = await post(path, body);
    if (answer.status !== 503 || tries === 5) return answer;
  }
}

const patch = (path: string, body: unknown) => app.call('PATCH', path, { token: cast.admin.token, body });

/** Fills a table up to so many rows of the organization. */
async function fill(table: string, most: number, columns: string, values: string): Promise<void> {
  await app.services.database.rows(
    `insert into ${table} (organization_id, public_id, ${columns})
     select $1::bigint, 'full_' || n, ${values}
       from generate_series((select count(*) + 1 from ${table} where organization_id = $1), $2::int) as n`,
    [cast.organizationId, most],
  );
}

let unique = 0;
const kinds = [
  {
    path: '/statuses',
    most: 100,
    named: '100 statuses',
    body: () => ({ name: 'One more', kind: 'open' }),
    fill: (most: number) =>
      fill('statuses', most, 'number, name, kind, position, archived', `n + 1000, 'Status ' || n, 'open', n, true`),
  },
  {
    path: '/custom-fields',
    most: 200,
    named: '200 custom fields',
    body: () => ({ key: `more_${++unique}`, type: 'text' }),
    fill: (most: number) =>
      fill('custom_fields', most, 'key, label, type, archived', `'key_' || n, 'Label', 'text', true`),
  },
  {
    path: '/sources',
    most: 1_000,
    named: '1,000 sources',
    body: () => ({ name: `One more ${++unique}` }),
    fill: (most: number) => fill('sources', most, 'name, archived', `'Source ' || n, true`),
  },
  {
    path: '/teams',
    most: 1_000,
    named: '1,000 teams',
    body: () => ({ name: `One more ${++unique}` }),
    fill: (most: number) => fill('teams', most, 'name', `'Team ' || n`),
  },
  {
    path: '/memberships',
    most: 10_000,
    named: '10,000 memberships',
    body: () => ({ name: 'One more', role: 'agent' }),
    fill: (most: number) => fill('memberships', most, 'name, role, active', `'Member ' || n, 'agent', false`),
  },
  {
    path: '/forms',
    most: 1_000,
    named: '1,000 forms',
    body: () => ({ name: 'One more', fields: [{ field: 'phone' }] }),
    fill: (most: number) => fill('forms', most, 'name, fields, active', `'Form ' || n, '[]', false`),
  },
  {
    path: '/distribution-rules',
    most: 200,
    named: '200 distribution rules',
    body: () => ({ name: 'One more', strategy: 'round_robin', pool: { team: cast.teams.west } }),
    fill: (most: number) =>
      fill(
        'distribution_rules',
        most,
        'name, position, conditions, strategy, pool',
        `'Rule ' || n, n, '{"all":[]}', 'fixed', '{"memberships":[]}'`,
      ),
  },
];

it.each(kinds)('an organization has at most $named, however many are asked for at once', async (kind) => {
  await kind.fill(kind.most - 2);
  const answers = await Promise.all(Array.from({ length: 8 }, () => postPatiently(kind.path, kind.body())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining(kind.named) });
  const made = answers.find(({ status }) => status === 201);
  expect((await patch(`${kind.path}/${made?.body.data.public_id}`, {})).status).toBe(200);
  const lead = await post('/leads', { phone: `98${String(10_000_000 + ++unique)}` });
  expect(lead.status, JSON.stringify(lead.body)).toBe(201);
});

it('a deleted rule makes room for another', async () => {
  const made = await app.services.database.row<{ public_id: string }>(
    `select public_id from distribution_rules where organization_id = $1 and name = 'One more' limit 1`,
    [cast.organizationId],
  );
  const { public_id } = made ?? {};
  expect((await app.call('DELETE', `/distribution-rules/${public_id}`, { token: cast.admin.token })).status).toBe(204);
  const rule = { name: 'One more', strategy: 'round_robin', pool: { team: cast.teams.west } };
  expect((await post('/distribution-rules', rule)).status).toBe(201);
  expect((await post('/distribution-rules', rule)).status).toBe(409);
});

it('a rule that is deleted is not kept in memory', async () => {
  const { database, settings } = app.services;
  const { organizationId } = cast.zenith;
  const { token, membership } = cast.zenith.admin;
  for (let n = 0; n < 3; n++) {
    const body = { name: `Rule ${n}`, strategy: 'fixed', pool: { memberships: [membership] } };
    const made = await app.call('POST', '/distribution-rules', { token, body });
    await app.call('DELETE', `/distribution-rules/${made.body.data.public_id}`, { token });
  }
  const kept = await database.rows('select id from distribution_rules where organization_id = $1', [organizationId]);
  expect(kept).toHaveLength(3);
  settings.forget(organizationId);
  expect((await settings.get(organizationId, '0')).rules.byId.size).toBe(0);
});

describe('a membership', () => {
  const issue = (expires_at: string | null = null) =>
    post('/tokens', { name: 'test', membership: cast.tara.membership, abilities: ['leads:read'], expires_at });
  const fillTokens = (most: number, columns = '', values = '') =>
    app.services.database.rows(
      `insert into tokens (organization_id, public_id, membership_id, name, abilities, secret_hash${columns})
       select $1::bigint, gen_random_uuid()::text, m.id, 'test', '{leads:read}', decode(md5(random()::text), 'hex')${values}
         from memberships as m, generate_series(1, $3::int)
        where m.organization_id = $1 and m.public_id = $2`,
      [cast.organizationId, cast.tara.membership, most],
    );

  it('has at most 100 live tokens, however many are asked for at once', async () => {
    await fillTokens(97); // she has one already
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('100 live tokens') });
    const { public_id } = answers.find(({ status }) => status === 201)?.body.data ?? {};
    await app.call('DELETE', `/tokens/${public_id}`, { token: cast.admin.token });
    expect((await issue()).status).toBe(201);
    expect((await issue()).status).toBe(409);
  });

  it('has room where tokens are revoked or expired, and other memberships have theirs', async () => {
    await fillTokens(200, ', revoked_at', ', now()');
    await fillTokens(200, ', expires_at', `, now() - interval '1 hour'`);
    await app.services.database.rows(
      `update tokens set revoked_at = now() where organization_id = $1 and id = (
         select max(t.id) from tokens as t join memberships as m on m.organization_id = t.organization_id and m.id = t.membership_id
          where t.organization_id = $1 and m.public_id = $2 and t.revoked_at is null and t.expires_at is null)`,
      [cast.organizationId, cast.tara.membership],
    );
    expect((await issue()).status).toBe(201);
    expect((await issue()).status).toBe(409);
    const other = { name: 'test', membership: cast.vikram.membership, abilities: ['leads:read'] };
    expect((await post('/tokens', other)).status).toBe(201);
  });
});

it('the options of a custom field have 32,768 bytes at most, all together', async () => {
  const { token } = cast.zenith.admin;
  const make = (key: string, text: string) => {
    const options = Array.from({ length: 200 }, (_, n) => `${String(n).padStart(4, '0')}${text.repeat(96)}`);
    return app.call('POST', '/custom-fields', { token, body: { key, type: 'select', options } });
  };
  expect((await make('ascii', 'x')).status).toBe(201);
  const refused = await make('wide', 'ß');
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['options']]);
});

it('the conditions of a rule have 32,768 bytes at most, all together', async () => {
  const { token, membership } = cast.zenith.admin;
  const make = (count: number) => {
    const all = Array.from({ length: count }, () => ({
      field: 'first_name',
      op: 'starts_with',
      value: 'x'.repeat(2_000),
    }));
    const body = { name: 'Long', strategy: 'fixed', pool: { memberships: [membership] }, when: { all } };
    return app.call('POST', '/distribution-rules', { token, body });
  };
  expect((await make(15)).status).toBe(201);
  const refused = await make(17);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['when']]);
});
