import { beforeAll } from 'vitest';
import { CSV_TYPE } from '../../src/http/accept.ts';
import { newPublicId } from '../../src/public-id.ts';
import type { Person } from '../support/cast.ts';
import type { TestApp } from '../support/harness.ts';
import { openedForFile } from '../support/opened.ts';
import { eventually, until } from '../support/workplace.ts';
import { type Described, exampleBody, openWholeApi, type WholeApi } from './api.ts';

/** How to make a record of each kind that a path can name, by the prefix of its ids. A new kind must be added here. */
const kinds: Readonly<
  Record<string, { path: string; body: (n: number, admin: Person) => unknown; media?: string; status?: number }>
> = {
  team: { path: '/teams', body: (n) => ({ name: `Team ${n}` }) },
  mem: { path: '/memberships', body: (n) => ({ name: `Member ${n}`, role: 'agent' }) },
  tok: {
    path: '/tokens',
    body: (n, { membership }) => ({ name: `Token ${n}`, membership, abilities: ['leads:read'] }),
  },
  sts: { path: '/statuses', body: (n) => ({ name: `Status ${n}`, kind: 'open' }) },
  src: { path: '/sources', body: (n) => ({ name: `Source ${n}` }) },
  fld: { path: '/custom-fields', body: (n) => ({ key: `field_${n}`, type: 'text' }) },
  rule: {
    path: '/distribution-rules',
    body: (n, { membership }) => ({ name: `Rule ${n}`, strategy: 'fixed', pool: { memberships: [membership] } }),
  },
  form: { path: '/forms', body: (n) => ({ name: `Form ${n}`, fields: [{ field: 'phone' }, { field: 'first_name' }] }) },
  whk: { path: '/webhooks', body: (n) => ({ url: `https://receiver.example/${n}`, events: ['*'] }) },
  view: { path: '/views', body: (n) => ({ name: `View ${n}`, filters: { kind: 'open' }, columns: ['phone'] }) },
  lead: { path: '/leads', body: (n) => ({ phone: `98765${43_000 + n}` }) },
  job: {
    path: '/leads/bulk',
    body: () => ({ ids: [newPublicId('lead')], change: { note: 'Asked for a call' } }),
    status: 202,
  },
  imp: { path: '/imports', body: (n) => `phone\n98766${43_000 + n}\n`, media: CSV_TYPE, status: 202 },
};

/** A body that the operation takes: a sample's where it makes records of a kind, else the one of the reference. */
export function soundBody(operation: Described, admin: Person): unknown {
  if (operation.path.endsWith('/leads/batch')) return { leads: [kinds.lead?.body(nextNumber++, admin)] };
  const kind = Object.values(kinds).find(({ path }) => operation.path === `/api/v1${path}`);
  return operation.method === 'POST' && kind !== undefined ? kind.body(nextNumber++, admin) : exampleBody(operation);
}

let nextNumber = 100;

export type Samples = (prefix: string) => string;

/** Three records of every kind in the admin's organization; answers the public id of one of each. */
export async function createSamples(app: TestApp, admin: Person): Promise<Samples> {
  const made = new Map<string, string>();
  for (const [prefix, { path, body, media = 'application/json', status = 201 }] of Object.entries(kinds)) {
    for (const n of [1, 2, 3]) {
      const headers = { 'content-type': media };
      const answer = await app.call('POST', path, { token: admin.token, body: body(n, admin), headers });
      if (answer.status !== status) throw new Error(`no sample of ${prefix}: ${JSON.stringify(answer.body)}`);
      made.set(prefix, answer.body.data.public_id);
    }
  }
  await fillTimeline(app, admin, made.get('lead') ?? '');
  await signInThrice(app, admin);
  // Of a membership of its own: a change of the other samples must not end it.
  const invited = { token: admin.token, body: { name: 'Invited', role: 'agent' } };
  const { public_id } = (await app.call('POST', '/memberships', invited)).body.data;
  made.set('ldi', await inviteSample(app, admin, public_id));
  await allImported(app, admin);
  made.set('dlv', await deliveryOf(app, admin, made.get('whk') ?? ''));
  return (prefix) => {
    const id = made.get(prefix);
    if (id === undefined) throw new Error(`no sample record has the prefix ${prefix}: add its kind to samples.ts`);
    return id;
  };
}

/** Samples that change only by requests, for tests that compare what they read twice: webhooks deliver nothing any more. */
export async function createStillSamples(app: TestApp, admin: Person): Promise<Samples> {
  const samples = await createSamples(app, admin);
  await app.services.webhooks.stop();
  return samples;
}

/** The admin has sessions to list. */
async function signInThrice(app: TestApp, admin: Person): Promise<void> {
  const email = `${admin.membership}@example.in`;
  const secret = await inviteSample(app, admin, admin.membership);
  const body = { password: 'correct horse battery staple' };
  await app.call('POST', `/invitations/${secret}`, { body });
  const { organization } = (await app.call('GET', '/me', { token: admin.token })).body.data;
  for (const _ of [2, 3]) {
    await app.call('POST', '/session', { body: { organization: organization.public_id, email, ...body } });
  }
}

/** The secret of an invitation that can be accepted. */
async function inviteSample(app: TestApp, { token }: Person, membership: string): Promise<string> {
  const path = `/memberships/${membership}`;
  await app.call('PATCH', path, { token, body: { email: `${membership}@example.in` } });
  const { body } = await app.call('POST', `${path}/invitation`, { token });
  return body.data.link.split('#/')[1];
}

/** Waits for the imports: else leads would still come. */
async function allImported(app: TestApp, { token }: Person): Promise<void> {
  await eventually(async () => {
    const { body } = await app.call('GET', '/imports', { token });
    return body.data.every(({ state }: { state: string }) => state === 'done');
  });
}

/** The last of the deliveries that the changes of leads above make. */
async function deliveryOf(app: TestApp, { token }: Person, webhook: string): Promise<string> {
  const { body: feed } = await app.call('GET', '/events?page[size]=100', { token });
  const last = feed.data.at(-1).public_id;
  return until(async () => {
    const { body } = await app.call('GET', `/webhooks/${webhook}/deliveries`, { token });
    return body.data[0]?.event.public_id === last ? body.data[0].public_id : null;
  });
}

/** The lists around a lead have something to page through, too. */
async function fillTimeline(app: TestApp, { token }: Person, lead: string): Promise<void> {
  const { body } = await app.call('GET', '/statuses', { token });
  for (const n of [1, 2, 3]) {
    await app.call('POST', `/leads/${lead}/notes`, { token, body: { body: `Note ${n}` } });
    await app.call('POST', `/leads/${lead}/activities`, { token, body: { kind: 'call', summary: `Call ${n}` } });
    await app.call('POST', `/leads/${lead}/status`, { token, body: { status: body.data[n].public_id } });
  }
}

/** For the tests of a file. */
export const useWholeApi = (): WholeApi => openedForFile(() => openWholeApi());

export function useSamples(api: WholeApi): Samples {
  let samples: Samples;
  beforeAll(async () => {
    samples = await createStillSamples(api, api.cast.admin);
  });
  return (prefix) => samples(prefix);
}
