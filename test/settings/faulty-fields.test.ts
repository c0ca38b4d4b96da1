import { expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

async function faultsOf(method: string, path: string, body: object): Promise<string[]> {
  const answer = await app.call(method, path, { token: cast.admin.token, body });
  expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
  return Object.keys(answer.body.errors).sort();
}

const allFaulty: [string, string, object][] = [
  ['PATCH', '/organization', { name: '', time_zone: 5, currency: 'rupees', colour: 'red' }],
  ['POST', '/teams', { name: 5, colour: 'red' }],
  [
    'POST',
    '/memberships',
    {
      name: '',
      email: 'nobody',
      role: 'boss',
      team: 'West',
      active: 'yes',
      accepting_leads: 1,
      weight: 0,
      open_cap: -1,
      daily_cap: 1.5,
      working_hours: 'always',
      colour: 'red',
    },
  ],
  ['POST', '/tokens', { name: '', membership: 'Ravi', abilities: ['fly'], expires_at: 'tomorrow', secret: 'mine' }],
  [
    'POST',
    '/statuses',
    {
      name: '',
      kind: 'closed',
      position: -1,
      initial: 'yes',
      allowed_next: ['Won'],
      note_required: 1,
      required_fields: ['colour'],
      archived: null,
      colour: 'red',
    },
  ],
  ['POST', '/sources', { name: '', archived: 'no', colour: 'red' }],
  [
    'POST',
    '/custom-fields',
    { key: 'Bad', label: '', type: 'colour', required: 'no', options: [''], archived: 0, colour: 'red' },
  ],
];

it.each(allFaulty)('%s %s reports every faulty field at once', async (method, path, body) => {
  expect(await faultsOf(method, path, body)).toEqual(Object.keys(body).sort());
});

const past = '2020-01-01T00:00:00Z';

it.each([
  [
    'PATCH',
    '/organization',
    { name: '', time_zone: 'Mars/Olympus', currency: 'ZZZ' },
    ['currency', 'name', 'time_zone'],
  ],
  [
    'POST',
    '/memberships',
    { name: '', role: 'agent', working_hours: { mon: ['18:00-09:00'] } },
    ['name', 'working_hours.mon'],
  ],
  ['POST', '/custom-fields', { key: 'Bad', type: 'select' }, ['key', 'options']],
] as [string, string, object, string[]][])(
  '%s %s reports a value of the wrong form together with one that makes no sense',
  async (method, path, body, faulty) => {
    expect(await faultsOf(method, path, body)).toEqual(faulty);
  },
);

it('a token’s empty name is reported together with its expiry in the past', async () => {
  const body = { name: '', membership: cast.ravi.membership, abilities: ['leads:read'], expires_at: past };
  expect(await faultsOf('POST', '/tokens', body)).toEqual(['expires_at', 'name']);
});

it('a field that is nearly right is answered with the name probably meant', async () => {
  const { body } = await app.call('POST', '/teams', { token: cast.admin.token, body: { nmae: 'North' } });
  expect(body.errors).toEqual({
    name: ['is required'],
    nmae: [expect.stringContaining('did you mean name?')],
  });
});

it('unknown query parameters are refused by name, those named like parts of an object included', async () => {
  for (const name of ['colour', 'page', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const { status, body } = await app.call('GET', `/teams?${name}=1`, { token: cast.admin.token });
    expect([status, Object.keys(body.errors ?? {})], name).toEqual([422, [name]]);
  }
});

it('unknown fields are refused by name, those named like parts of an object included', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    const { status, body } = await app.call('POST', '/teams', {
      token: cast.admin.token,
      body: `{ "name": "North", "${name}": 1 }`,
    });
    expect([status, Object.keys(body.errors ?? {})], name).toEqual([422, [name]]);
  }
});

it('a field of the query and a field of the body are reported together', async () => {
  expect(await faultsOf('POST', '/teams?colour=red', { name: '' })).toEqual(['colour', 'name']);
});

it('a body that is no object is refused as a whole', async () => {
  for (const body of ['[]', 'null', '"North"', '5']) {
    const answer = await app.call('POST', '/teams', { token: cast.admin.token, body });
    expect([answer.status, Object.keys(answer.body.errors ?? {})], body).toEqual([422, ['body']]);
  }
});
