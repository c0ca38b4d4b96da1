import { describe, expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { document } from '../support/documented.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

it('of two changes at once, each of what was seen, takes one', async () => {
  const { token } = cast.admin;
  const made = await app.call('POST', '/sources', { token, body: { name: 'Fair' } });
  const path = `/sources/${made.body.data.public_id}`;
  const seen = (await app.call('GET', path, { token })).headers.etag ?? '';
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      app.call('PATCH', path, { token, headers: { 'if-match': seen }, body: { name } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

const nowhere = { all: [{ field: 'custom_fields.nothing', op: 'eq', value: 'x' }] };
let n = 0;

/** Every settings record: how one is made, how it is changed, and a change that refers to what does not exist. */
const records: { path: string; made?: () => object; change: () => object; broken?: object }[] = [
  { path: '/organization', change: () => ({ name: `Renamed ${++n}` }) },
  {
    path: '/scoring',
    change: () => ({ bands: { hot: 60 + ++n, warm: 20 } }),
    broken: { rules: [{ name: 'Unknown', when: nowhere, points: 5 }] },
  },
  { path: '/teams', made: () => ({ name: `Team ${++n}` }), change: () => ({ name: `Team ${++n}` }) },
  {
    path: '/memberships',
    made: () => ({ name: 'Member', role: 'agent' }),
    change: () => ({ weight: ++n }),
    broken: { team: unknownId('team') },
  },
  {
    path: '/statuses',
    made: () => ({ name: `Status ${++n}`, kind: 'open' }),
    change: () => ({ name: `Status ${++n}` }),
    broken: { allowed_next: [unknownId('sts')] },
  },
  { path: '/sources', made: () => ({ name: `Source ${++n}` }), change: () => ({ name: `Source ${++n}` }) },
  {
    path: '/custom-fields',
    made: () => ({ key: `field_${++n}`, type: 'text' }),
    change: () => ({ label: `Label ${++n}` }),
    broken: { type: 'select' },
  },
  {
    path: '/distribution-rules',
    made: () => ({ name: 'Rule', strategy: 'round_robin', pool: { memberships: [cast.ravi.membership] } }),
    change: () => ({ name: `Rule ${++n}` }),
    broken: { when: nowhere, pool: { memberships: [unknownId('mem')] } },
  },
  {
    path: '/forms',
    made: () => ({ name: 'Form', fields: [{ field: 'phone' }] }),
    change: () => ({ name: `Form ${++n}` }),
    broken: { source: unknownId('src') },
  },
  {
    path: '/webhooks',
    made: () => ({ url: 'https://example.in/leadline', events: ['*'] }),
    change: () => ({ description: `Webhook ${++n}` }),
  },
];

const { paths } = document;
const methodsOf = (path: string) => paths[`/api/v1${path}`] ?? {};
const takesIfMatch = (described?: { parameters: { name: string }[] }) =>
  described?.parameters.some(({ name }) => name === 'If-Match') ?? false;

it('is asked for at every settings record below', () => {
  const honouring = Object.keys(paths).filter((path) => Object.values(methodsOf(path.slice(7))).some(takesIfMatch));
  const known = records.map(({ path, made }) => `/api/v1${path}${made ? '/{public_id}' : ''}`);
  expect(honouring.filter((path) => !path.startsWith('/api/v1/leads/')).sort()).toEqual(known.sort());
});

describe.each(records)('$path', ({ path, made, change, broken }) => {
  const described = methodsOf(made ? `${path}/{public_id}` : path);
  const method = described.put === undefined ? 'PATCH' : 'PUT';
  const call = (method: string, at: string, ifMatch?: string, body?: object) =>
    app.call(method as 'GET', at, {
      token: cast.admin.token,
      ...(body && { body }),
      ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    });
  const refused = [412, 'precondition_failed'];

  /** One that was changed after somebody had seen it. */
  async function changedOnce() {
    const created = made && (await call('POST', path, undefined, made()));
    const at = created ? `${path}/${created.body.data.public_id}` : path;
    const seen = (await call('GET', at)).headers.etag ?? '';
    const saved = await call(method, at, seen, change());
    expect(saved.status).toBe(200);
    return { at, seen, current: saved.headers.etag ?? '' };
  }

  it('changes it only if it is still what was seen', async () => {
    const { at, seen, current } = await changedOnce();
    const late = await call(method, at, seen, change());
    expect([late.status, late.body.code]).toEqual(refused);
    expect((await call('GET', at)).headers.etag).toBe(current);
    expect((await call(method, at, current, change())).status).toBe(200);
    expect((await call(method, at, '*', change())).status).toBe(200);
  });

  it.skipIf(broken === undefined)('says that it has changed before it looks at what the change refers to', async () => {
    const { at, seen, current } = await changedOnce();
    const late = await call(method, at, seen, broken);
    expect([late.status, late.body.code]).toEqual(refused);
    expect((await call(method, at, current, broken)).status).toBe(422);
  });

  it.skipIf(described.delete === undefined)('deletes it only if it is still what was seen', async () => {
    expect(takesIfMatch(described.delete)).toBe(true);
    const { at, seen, current } = await changedOnce();
    const late = await call('DELETE', at, seen);
    expect([late.status, late.body.code]).toEqual(refused);
    expect((await call('GET', at)).headers.etag).toBe(current);
    expect((await call('DELETE', at, `"other", ${current}`)).status).toBe(204);
    expect((await call('DELETE', at, current)).status).toBe(404);
    expect((await call('DELETE', (await changedOnce()).at)).status).toBe(204);
    expect((await call('DELETE', (await changedOnce()).at, '*')).status).toBe(204);
  });
});
