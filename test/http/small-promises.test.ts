import { beforeAll, describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';
import { exchange, listen } from '../support/raw-http.ts';

const { app, cast } = useCast();
let port: number;
beforeAll(async () => {
  port = await listen(app.app);
});

const get = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ method: 'GET', url, headers });
const faultsOf = async (method: string, path: string, body?: object) => {
  const answer = await app.call(method, path, { token: cast.admin.token, body });
  expect(answer.status).toBe(422);
  return Object.keys(answer.body.errors).sort();
};

describe('header fields', () => {
  const bearer = () => `authorization: Bearer ${cast.admin.token}`;

  it('a token that is sent twice is refused, whichever is the valid one', async () => {
    for (const other of ['Bearer ldl_x', `Bearer ${cast.admin.token}`, '', 'Basic YTpi']) {
      for (const lines of [`${bearer()}\r\nAuthorization: ${other}`, `AUTHORIZATION: ${other}\r\n${bearer()}`]) {
        const answer = await exchange(port, `GET /api/v1/me HTTP/1.1\r\nhost: a\r\n${lines}\r\n\r\n`);
        expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
        expect(answer.headers['www-authenticate']).toContain('invalid_token');
      }
    }
  });

  it('none is dropped in silence: more than 500 are refused, at every address', async () => {
    for (const address of ['/api/v1/me', '/healthz', '/nowhere', '/api/v1/%']) {
      for (const count of [500, 1_500, 3_000]) {
        const lines = `host: a\r\n${'a:\r\n'.repeat(count)}${bearer()}`;
        const answer = await exchange(port, `GET ${address} HTTP/1.1\r\n${lines}\r\n\r\n`);
        expect([answer.status, answer.body.code], `${address} ${count}`).toEqual([431, 'headers_too_large']);
      }
    }
    const few = await exchange(
      port,
      `GET /api/v1/me HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(490)}${bearer()}\r\n\r\n`,
    );
    expect(few.status).toBe(200);
  });
});

describe('addresses', () => {
  it('one that names nothing says so, and speaks of no record and no token', async () => {
    for (const url of ['/nonsense', '/api/v1', '/api/v1/nonsense', '/api/v1/leads/a/b/c']) {
      const { statusCode, body } = await get(url);
      expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found']);
      expect(JSON.parse(body).detail).not.toMatch(/record|token/);
    }
  });

  it('a slash at the end makes no difference', async () => {
    const { token } = cast.admin;
    expect((await app.call('GET', '/me/', { token })).status).toBe(200);
    const made = await app.call('POST', '/teams/', { token, body: { name: 'North' } });
    expect(made.status).toBe(201);
    expect((await app.call('GET', `/teams/${made.body.data.public_id}/`, { token })).status).toBe(200);
    const page = await app.call('GET', '/teams/?page[size]=1', { token });
    expect(page.body.links.next).toMatch(/^\/api\/v1\/teams\?/);
    expect((await app.call('DELETE', '/me/', { token })).status).toBe(405);
    expect((await app.call('GET', '/me//', { token })).status).toBe(404);
  });

  it('a problem page that there is not is 404, whatever is accepted', async () => {
    for (const accept of ['text/html', 'application/json', '*/*', 'image/png']) {
      expect((await get('/api/problems/nonsense', { accept })).statusCode).toBe(404);
    }
    expect((await get('/api/problems/conflict', { accept: 'image/png' })).statusCode).toBe(406);
  });
});

describe('all faulty fields are told at once', () => {
  it('of a list: a range, a cursor and a size', async () => {
    const query = 'filter[created_at]=soon&page[after]=xyz';
    expect(await faultsOf('GET', `/leads?${query}`)).toEqual(['filter[created_at]', 'page[after]']);
    expect(await faultsOf('GET', `/leads?${query}&page[size]=0&colour=red`)).toEqual(
      ['filter[created_at]', 'page[after]', 'page[size]', 'colour'].sort(),
    );
  });

  it('of a list: values of custom fields beside what is wrong with other parameters', async () => {
    await app.call('POST', '/custom-fields', {
      token: cast.admin.token,
      body: { key: 'city', type: 'select', options: ['Pune'] },
    });
    const query = 'filter[custom_fields.city]=Paris&filter[custom_fields.nothing]=1&filter[kind]=new';
    const faults = ['filter[custom_fields.city]', 'filter[custom_fields.nothing]', 'filter[kind]'];
    expect(await faultsOf('GET', `/leads?${query}`)).toEqual(faults);
    expect(await faultsOf('GET', `/leads/counts?group_by=colour&${query}`)).toEqual([...faults, 'group_by']);
  });

  it('of a report: a range, a moment and parameters that do not go together', async () => {
    expect(await faultsOf('GET', '/reports/funnel?filter[created_at]=soon&as_of=2999-01-01T00:00:00Z&x=1')).toEqual(
      ['as_of', 'filter[created_at]', 'x'].sort(),
    );
    expect(await faultsOf('GET', '/reports/leads?figure=entered&filter[created_at]=soon&page[after]=x')).toEqual(
      ['filter[created_at]', 'page[after]', 'stage'].sort(),
    );
    expect(await faultsOf('GET', '/reports/leads?figure=entered&page[size]=0')).toEqual(['page[size]', 'stage']);
  });

  it('of settings: what they refer to, beside what is wrong with their form', async () => {
    const id = '01k5p3c6m8q2r4s6t8v0w2x4z6';
    expect(await faultsOf('POST', '/memberships', { name: '', role: 'agent', team: `team_${id}` })).toEqual([
      'name',
      'team',
    ]);
    expect(
      await faultsOf('POST', '/statuses', {
        name: '',
        kind: 'open',
        allowed_next: [`sts_${id}`],
        required_fields: ['custom_fields.nothing'],
      }),
    ).toEqual(['allowed_next', 'name', 'required_fields']);
    expect(
      await faultsOf('POST', '/distribution-rules', {
        name: 'Rule',
        strategy: 'fixed',
        pool: { team: `team_${id}` },
        when: { all: [{ field: 'colour', op: 'eq', value: 1 }] },
      }),
    ).toEqual(['pool.team', 'when.all.0.field']);
    expect(await faultsOf('POST', '/tokens', { name: '', membership: `mem_${id}`, abilities: ['*'] })).toEqual([
      'membership',
      'name',
    ]);
    expect(
      await faultsOf('POST', '/distribution-rules/simulate', { filter: { created_at: 'soon' }, rules: [{}] }),
    ).toEqual(['filter.created_at', 'rules.0.pool', 'rules.0.strategy']);
    const condition = { field: 'colour', op: 'resembles', value: 1 };
    expect(
      await faultsOf('POST', '/distribution-rules', {
        name: 'Rule',
        strategy: 'fixed',
        pool: { team: cast.teams.west },
        when: { all: [condition] },
      }),
    ).toEqual(['when.all.0.field', 'when.all.0.op']);
  });

  it('of a change of a lead: source, owner and status beside a name that is too long', async () => {
    const { body } = await app.call('POST', '/leads', { token: cast.admin.token, body: { phone: '9876543210' } });
    const id = '01k5p3c6m8q2r4s6t8v0w2x4z6';
    const patch = { first_name: 'x'.repeat(101), source: `src_${id}`, owner: `mem_${id}`, status: `sts_${id}` };
    expect(await faultsOf('PATCH', `/leads/${body.data.public_id}`, patch)).toEqual(
      ['first_name', 'owner', 'source', 'status'].sort(),
    );
  });
});

it('an address in angle brackets is no email', async () => {
  expect(await faultsOf('POST', '/leads', { email: '<a@b.in>' })).toEqual(['email']);
  const answer = await app.call('POST', '/leads', { token: cast.admin.token, body: { email: 'आशा@उदाहरण.भारत' } });
  expect(answer.status).toBe(201);
});

it('broken JSON is answered with where it breaks, and nothing of what it says', async () => {
  const answer = await app.call('POST', '/leads', {
    token: cast.admin.token,
    body: '{"phone": "1",\n "secret": oops}',
  });
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toContain('line 2, column 12');
  expect(answer.body.detail).not.toMatch(/secret|oops/);
});

it('an unknown name is answered with the known ones where they are few', async () => {
  const answer = await app.call('POST', '/sources', { token: cast.admin.token, body: { name: 'Web', colour: 'red' } });
  expect(answer.body.errors.colour).toEqual(['is not known here; known here: name, archived']);
});
