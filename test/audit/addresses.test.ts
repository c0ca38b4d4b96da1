import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { freshPhone, type Shown } from '../support/leads.ts';

const PROXY = '127.0.0.1';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await openTestApp({ trustProxy: 1 });
  cast = await createCast(app);
});
afterAll(() => app.close());

const from = (address: string) => ({ 'x-forwarded-for': address });

async function write(method: string, path: string, body: unknown, address: string): Promise<Shown> {
  const answer = await app.call(method, path, { token: cast.admin.token, body, headers: from(address) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

async function trail(path = '/audit', token = cast.admin.token): Promise<Shown[]> {
  const { status, body } = await app.call('GET', path, { token });
  expect(status).toBe(200);
  return body.data;
}

it('every change carries the address that it was made from, in its one spelling', async () => {
  const lead = await write('POST', '/leads', { phone: freshPhone() }, '[2001:DB8:0::7]:443');
  const path = `/leads/${lead.public_id}`;
  await write('PATCH', path, { first_name: 'Asha' }, '::ffff:203.0.113.8');
  await write('POST', `${path}/notes`, { body: 'Called' }, '203.0.113.9:5678');
  await write('POST', `${path}/activities`, { kind: 'call', summary: 'Called' }, '203.0.113.10');
  const statuses = (await app.call('GET', '/statuses', { token: cast.admin.token })).body.data;
  await write('POST', `${path}/status`, { status: statuses[1].public_id }, 'fe80::1%eth0');
  await write('PATCH', path, { last_name: 'Rao' }, 'unknown');
  // Distribution may give the lead an owner a moment later, by itself.
  const entries = (await trail(`${path}/audit`)).filter(({ actor }) => actor.system !== true);
  expect(entries.map(({ action, address }) => [action, address]).reverse()).toEqual([
    ['lead.created', '2001:db8::7'],
    ['lead.updated', '203.0.113.8'],
    ['lead.note_added', '203.0.113.9'],
    ['lead.activity_added', '203.0.113.10'],
    ['lead.moved', 'fe80::1'],
    ['lead.updated', PROXY],
  ]);
});

it('leads written at the same moment keep each its own address', async () => {
  const addresses = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? `203.0.113.${n}` : `2001:db8::${n}`));
  const leads = await Promise.all(
    addresses.map((address) => write('POST', '/leads', { phone: freshPhone() }, address)),
  );
  const seen = new Map(
    (await trail('/audit?page[size]=50')).map(({ subject, address }) => [subject.public_id, address]),
  );
  expect(leads.map(({ public_id }) => seen.get(public_id))).toEqual(addresses);
});

it('changes of settings and tokens carry it, too', async () => {
  await write('POST', '/teams', { name: 'North' }, '203.0.113.20');
  const body = { name: 'Import', membership: cast.admin.membership, abilities: ['leads:read'] };
  const token = await write('POST', '/tokens', body, '203.0.113.21');
  const { status } = await app.call('DELETE', `/tokens/${token.public_id}`, {
    token: cast.admin.token,
    headers: from('203.0.113.22'),
  });
  expect(status).toBe(204);
  const [revoked, issued, team] = await trail();
  expect([team?.address, issued?.address, revoked?.address]).toEqual(['203.0.113.20', '203.0.113.21', '203.0.113.22']);
});

it('a form’s lead carries the submitter’s, through the API and through the page', async () => {
  const form = await write('POST', '/forms', { name: 'Enquiry', fields: [{ field: 'phone' }] }, PROXY);
  const submitted = await app.app.http.inject({
    method: 'POST',
    url: `/api/v1/forms/${form.public_id}/submissions`,
    headers: from('203.0.113.30'),
    payload: { phone: freshPhone() },
  });
  const sent = await app.app.http.inject({
    method: 'POST',
    url: `/f/${form.public_id}`,
    headers: { ...from('203.0.113.31'), accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: `phone=${freshPhone()}`,
  });
  expect([submitted.statusCode, sent.statusCode]).toEqual([201, 201]);
  const [last, first] = (await trail()).filter(({ actor }) => actor.form !== undefined);
  expect([first?.address, last?.address]).toEqual(['203.0.113.30', '203.0.113.31']);
});

it('what the service itself does has none', async () => {
  const bySystem = (await trail('/audit?page[size]=200')).filter(({ actor }) => actor.system === true);
  expect(bySystem.length).toBeGreaterThan(0);
  expect(bySystem.map(({ address }) => address)).toEqual(bySystem.map(() => null));
});

it('only admins are shown it: to a manager the field is not there', async () => {
  const owner = { owner: cast.meera.membership };
  const lead = await write('POST', '/leads', { phone: freshPhone() }, '203.0.113.40');
  await write('PATCH', `/leads/${lead.public_id}`, owner, '203.0.113.41');
  for (const path of ['/audit', `/leads/${lead.public_id}/audit`]) {
    const entries = await trail(path, cast.meera.token);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(entry).not.toHaveProperty('address');
    expect(JSON.stringify(entries)).not.toContain('203.0.113.');
  }
});
