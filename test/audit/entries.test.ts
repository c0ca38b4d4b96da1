import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { collections, publicId, timestamp, withoutDerived } from '../support/collections.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { entriesLeftBy, readTrail, type TrailEntry } from '../support/trail.ts';

let app: TestApp;
let cast: Cast;
let token: string;
let actor: object;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  token = cast.admin.token;
  const tokens = (await app.call('GET', '/tokens?page[size]=200', { token })).body.data;
  const own = tokens.find(
    (one: { membership: { public_id: string } }) => one.membership.public_id === cast.admin.membership,
  );
  actor = {
    token: { public_id: own.public_id, name: own.name },
    membership: { public_id: cast.admin.membership, name: cast.admin.name },
  };
});
afterAll(() => app.close());

const left = (work: () => Promise<unknown>) => entriesLeftBy(app, token, work);

/** What an entry says the record became: its changed fields, each with the value after. */
const outcome = ({ changes }: TrailEntry) => Object.fromEntries(changes.map(({ field, to }) => [field, to]));

/** The fields of a new record that have a value, without what the service gives it by itself. */
function valuesOf({ public_id, created_at, ...fields }: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

describe.each(collections)('a change of /$path', ({ path, type, create, patch }) => {
  it('leaves one entry for the new record, with every value it has', async () => {
    let record: Record<string, unknown> = {};
    const requestId = `create-${type}`;
    const entries = await left(async () => {
      const headers = { 'x-request-id': requestId };
      record = (await app.call('POST', `/${path}`, { token, headers, body: create(1) })).body.data;
    });
    expect(entries).toEqual([
      {
        public_id: expect.stringMatching(publicId('aud')),
        action: `${type}.created`,
        subject: { type, public_id: record.public_id },
        actor,
        changes: expect.any(Array),
        request_id: requestId,
        address: '127.0.0.1',
        occurred_at: expect.stringMatching(timestamp),
      },
    ]);
    const [entry] = entries as [TrailEntry];
    expect(outcome(entry)).toEqual(valuesOf(withoutDerived(record)));
    expect(entry.changes.every(({ from }) => from === null)).toBe(true);
  });

  it('leaves one entry for the changed record, with what each changed field was and became', async () => {
    const before = (await app.call('POST', `/${path}`, { token, body: create(2) })).body.data;
    let requestId: string | undefined;
    const entries = await left(async () => {
      const answer = await app.call('PATCH', `/${path}/${before.public_id}`, { token, body: patch });
      requestId = answer.headers['x-request-id'];
    });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: `${type}.updated`,
      subject: { type, public_id: before.public_id },
      actor,
      request_id: requestId,
    });
    const changes = Object.entries(patch).map(([field, to]) => ({ field, from: before[field], to }));
    expect(entries[0]?.changes).toEqual(changes);
  });
});

it('a change of the organization leaves one entry', async () => {
  const body = { name: 'Acme Realty', currency: 'USD', time_zone: 'Asia/Kolkata' };
  const entries = await left(() => app.call('PATCH', '/organization', { token, body }));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: 'organization.updated',
    subject: { type: 'organization', public_id: cast.organization },
    actor,
  });
  expect(entries[0]?.changes).toEqual([
    { field: 'name', from: 'Acme', to: 'Acme Realty' },
    { field: 'currency', from: 'INR', to: 'USD' },
  ]);
});

it('a membership’s team appears as its public id, and a value taken away as null', async () => {
  const path = `/memberships/${cast.ravi.membership}`;
  await app.call('PATCH', path, { token, body: { email: 'ravi@example.in' } });
  const body = { team: null, email: null, weight: 4 };
  const entries = await left(() => app.call('PATCH', path, { token, body }));
  expect(entries).toHaveLength(1);
  expect(entries[0]?.changes).toHaveLength(3);
  expect(entries[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'team', from: cast.teams.west, to: null },
      { field: 'email', from: 'ravi@example.in', to: null },
      { field: 'weight', from: 1, to: 4 },
    ]),
  );
});

it('a token leaves one entry when it is issued and one when it is revoked', async () => {
  const body = { name: 'Website', membership: cast.asha.membership, abilities: ['leads:create'] };
  let issued: Record<string, unknown> = {};
  const entries = await left(async () => {
    issued = (await app.call('POST', '/tokens', { token, body })).body.data;
    await app.call('DELETE', `/tokens/${issued.public_id}`, { token });
    await app.call('DELETE', `/tokens/${issued.public_id}`, { token });
  });
  const subject = { type: 'token', public_id: issued.public_id };
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ action: 'token.issued', subject, actor });
  expect(outcome(entries[0] as TrailEntry)).toEqual(body);
  expect(entries[1]).toMatchObject({ action: 'token.revoked', subject, actor });
  expect(entries[1]?.changes).toEqual([{ field: 'revoked_at', from: null, to: expect.stringMatching(timestamp) }]);
});

it('a moved initial mark leaves one entry for each of the two statuses', async () => {
  const statuses = (await app.call('GET', '/statuses', { token })).body.data;
  const idOf = (name: string) => statuses.find((status: { name: string }) => status.name === name).public_id;
  const answer = { requestId: '' as string | undefined };
  const entries = await left(async () => {
    const { headers } = await app.call('PATCH', `/statuses/${idOf('Qualified')}`, { token, body: { initial: true } });
    answer.requestId = headers['x-request-id'];
  });
  expect(entries).toHaveLength(2);
  for (const [name, initial] of [
    ['New', false],
    ['Qualified', true],
  ] as const) {
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'status.updated',
        subject: { type: 'status', public_id: idOf(name) },
        changes: [{ field: 'initial', from: !initial, to: initial }],
        request_id: answer.requestId,
      }),
    );
  }
});

it('what the operator or the service itself did has the system as its actor, and no request', async () => {
  const entries = (await readTrail(app, cast.zenith.admin.token)).reverse();
  const actions = entries.map(({ action }) => action);
  expect(actions[0]).toBe('organization.created');
  for (const action of ['membership.created', 'token.issued']) {
    expect(actions.filter((one) => one === action)).toHaveLength(1);
  }
  for (const entry of entries) expect(entry).toMatchObject({ actor: { system: true }, request_id: null });
  expect(outcome(entries[0] as TrailEntry)).toEqual({ name: 'Zenith', time_zone: 'Asia/Kolkata', currency: 'INR' });
});
