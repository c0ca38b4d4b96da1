import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  atOneMoment,
  type Described,
  exampleBody,
  kindsIn,
  named,
  neverMade,
  openWholeApi,
  type WholeApi,
  withId,
  withoutRequestId,
} from './api.ts';
import { createStillSamples, type Samples } from './samples.ts';

let api: WholeApi;
let ofAcme: Samples;

beforeAll(async () => {
  api = await openWholeApi();
  ofAcme = await createStillSamples(api, api.cast.admin);
});
afterAll(() => api.close());

// Zenith's admin holds every ability. Whatever it learns about a record of Acme's by asking is a leak: that it exists,
// even. So the answer must be the one for a record that never was, on every method.
describe.each(named(withId))('%s', (_, operation) => {
  const ask = (token: string, idOf: (prefix: string) => string) =>
    api.send(operation.method, addressOf(operation, idOf), { token, body: exampleBody(operation) });

  // Whoever knows a public operation's id may use it: that it works is no secret.
  it.skipIf(operation.isPublic)('answers for another organization’s record as for one that never existed', async () => {
    const { token } = api.cast.zenith.admin;
    const foreign = await ask(token, ofAcme);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(await ask(token, neverMade)));
  });

  it.each([
    ['no id at all', () => 'nonsense'],
    ['an id in capitals', (prefix: string) => neverMade(prefix).toUpperCase()],
    ['an id with a letter less', (prefix: string) => neverMade(prefix).slice(0, -1)],
    ['an id with a letter more', (prefix: string) => `${neverMade(prefix)}0`],
    ['a prefix only', (prefix: string) => `${prefix}_`],
    ['a line break after an id', (prefix: string) => `${neverMade(prefix)}%0A`],
    ['an internal id', () => '1'],
    ['an attempt at SQL', () => "1'%20or%20'1'='1"],
    ['an attempt at a path', () => '..%2F..%2Fetc%2Fpasswd'],
  ])('answers for %s as for a record that never existed', async (_, idOf) => {
    const { token } = api.cast.admin;
    const answer = await ask(token, idOf);
    expect(answer.status).toBe(404);
    expect(withoutRequestId(answer)).toEqual(withoutRequestId(await ask(token, neverMade)));
  });

  it('answers 404 for the id of a record of another kind', async () => {
    const own = kindsIn(operation)[0];
    const other = own === 'src' ? 'team' : 'src';
    expect((await ask(api.cast.admin.token, () => ofAcme(other))).status).toBe(404);
  });

  const reading = readable(operation);
  it.skipIf(reading === null)(
    'leaves the other organization’s record as it was, and finds it for its own',
    async () => {
      const read = () => api.send('GET', addressOf(reading as Described, ofAcme), { token: api.cast.admin.token });
      await atOneMoment(async () => {
        const before = await read();
        await ask(api.cast.zenith.admin.token, ofAcme);
        expect(before.status).toBe(200);
        expect((await read()).body).toEqual(before.body);
      });
    },
  );
});

/** Sessions are only listed, to their own person; invitations are shown to nobody. test/sign-in has their tests. */
const UNREADABLE = ['endSession', 'acceptInvitation'];

/** The operation that reads the record in the path: the nearest address upwards that has a GET. */
function readable({ id, path }: Described): Described | null {
  if (UNREADABLE.includes(id)) return null;
  const found = withId.findLast(
    (other) => other.method === 'GET' && (path === other.path || path.startsWith(`${other.path}/`)),
  );
  if (found === undefined) throw new Error(`nothing reads the record of ${path}`);
  return found;
}

describe('references in a body', () => {
  it.each([
    ['a team', '/memberships', 'team', () => ({ name: 'New', role: 'agent', team: ofAcme('team') })],
    [
      'a membership',
      '/tokens',
      'membership',
      () => ({ name: 'New', membership: ofAcme('mem'), abilities: ['leads:read'] }),
    ],
    ['a status', '/statuses', 'allowed_next', () => ({ name: 'New', kind: 'open', allowed_next: [ofAcme('sts')] })],
  ])('to %s of another organization are refused like one that never existed', async (_, path, field, make) => {
    const { token } = api.cast.zenith.admin;
    const foreign = await api.call('POST', path, { token, body: make() });
    expect(foreign.status).toBe(422);
    expect(Object.keys(foreign.body.errors)).toEqual([field]);
    const unknown = JSON.parse(JSON.stringify(make()), (_key, value) =>
      typeof value === 'string' && /^(team|mem|sts)_/.test(value) ? neverMade(value.split('_', 1)[0] ?? '') : value,
    );
    const answer = await api.call('POST', path, { token, body: unknown });
    const shape = (text: unknown) => JSON.stringify(text).replaceAll(/sts_\w{26}/g, 'sts_');
    expect(shape(withoutRequestId(answer))).toBe(shape(withoutRequestId(foreign)));
  });

  it('an organization’s names are its own: another may use the same', async () => {
    const { admin, zenith } = api.cast;
    const body = { name: 'Website' };
    expect((await api.call('POST', '/sources', { token: admin.token, body })).status).toBe(201);
    expect((await api.call('POST', '/sources', { token: zenith.admin.token, body })).status).toBe(201);
  });
});
