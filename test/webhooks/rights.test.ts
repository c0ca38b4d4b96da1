import { beforeAll, describe, expect, it } from 'vitest';
import type { GrantedAbility } from '../../src/access/abilities.ts';
import { eventTypes } from '../../src/events/types.ts';
import { hold } from '../support/held.ts';
import type { Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { answerWith, type Received, useReceiver } from '../support/receiver.ts';
import { OWN, Reception } from '../support/sign-in.ts';
import { untilWaiting } from '../support/waiting.ts';
import { useWebhookDesk } from '../support/webhook-desk.ts';
import { eventually } from '../support/workplace.ts';

// Nobody gains by a webhook what they were not given: it sends what the token that set its address could read in the feed.

const desk = useLeadDesk();
const receiver = useReceiver();
const webhooks = useWebhookDesk(desk, receiver);

/** May change settings, and see no lead. */
let settler: string;
beforeAll(async () => {
  settler = await desk.cast.tokenOf(desk.cast.admin, ['settings:write']);
});

async function addBy(token: string, path = '/', fields: Record<string, unknown> = {}): Promise<Shown> {
  const { status, body } = await webhooks.call(
    'POST',
    '',
    { url: receiver.url(path), events: ['*'], ...fields },
    token,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

async function change({ public_id }: Shown, patch: object, token = desk.admin): Promise<Shown> {
  const { status, body } = await webhooks.call('PATCH', `/${public_id}`, patch, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const bodiesAt = (path: string) => receiver.at(path).map(({ body }) => body);

function expectReduced({ text, body }: Received, lead: Shown, type = 'lead.created'): void {
  expect(body).toMatchObject({ type, transition: null });
  expect(body.lead).toEqual({ public_id: lead.public_id });
  expect(body.changes.length).toBeGreaterThan(0);
  for (const one of body.changes) expect(Object.keys(one)).toEqual(['field']);
  expect(text).not.toContain(lead.contact.phone);
}

const expectWhole = ({ body }: Received, lead: Shown) =>
  expect(body.lead).toMatchObject({ public_id: lead.public_id, contact: { phone: lead.contact.phone } });

describe('whole leads are sent to an address', () => {
  const both: GrantedAbility[] = ['leads:read', 'events:read'];
  it.each<[boolean, GrantedAbility[]]>([
    [true, ['*']],
    [true, ['settings:write', ...both]],
    [false, ['settings:write']],
    [false, ['settings:write', 'settings:read', 'leads:export', 'audit:read', 'tokens:write']],
    [false, ['settings:write', 'leads:read']],
    [false, ['settings:write', 'events:read']],
  ])('%j where a token with %j set it', async (isWhole, abilities) => {
    const webhook = await addBy(await desk.cast.tokenOf(desk.cast.admin, abilities));
    expect([webhook.sends_leads, (await webhooks.get(webhook)).sends_leads]).toEqual([isWhole, isWhole]);
    const lead = await desk.make();
    const [request] = (await receiver.expect(1)) as [Received];
    if (isWhole) expectWhole(request, lead);
    else expectReduced(request, lead);
  });

  it('that an admin’s session set', async () => {
    const cookie = await new Reception(desk.app, desk.cast).welcome(desk.cast.admin);
    const body = { url: receiver.url(), events: ['*'] };
    const made = await desk.app.call('POST', '/webhooks', { body, headers: { cookie, origin: OWN } });
    expect([made.status, made.body.data.sends_leads]).toEqual([201, true]);
  });

  it('and nobody chooses that by itself', async () => {
    const webhook = await addBy(settler);
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${webhook.public_id}`],
    ] as const) {
      const body = { url: receiver.url('/other'), events: ['*'], sends_leads: true };
      expect((await webhooks.call(method, path, body)).body.errors).toEqual({ sends_leads: expect.anything() });
    }
  });
});

it('of every event, webhooks side by side get what the feed shows to a token like the one that set their address', async () => {
  const follower = await desk.cast.tokenOf(desk.cast.admin, ['events:read']);
  const start = (await desk.app.call('GET', '/events?page[after]=now', { token: follower })).body.links.next;
  await addBy(settler, '/reduced');
  await addBy(desk.admin, '/whole');
  await addBy(settler, '/also-reduced', { events: ['lead.moved'] });
  const lead = await desk.make({ first_name: 'Secret', email: 'secret@example.in' });
  const path = `/leads/${lead.public_id}`;
  const { token } = desk.cast.admin;
  await desk.patch(lead.public_id, { last_name: 'Secret' });
  const isRavis = lead.owner?.public_id === desk.cast.ravi.membership;
  await desk.patch(lead.public_id, { owner: (isRavis ? desk.cast.asha : desk.cast.ravi).membership });
  await desk.move(lead.public_id, desk.status('Contacted'), { note: 'Secret' });
  await desk.app.call('POST', `${path}/notes`, { token, body: { body: 'Secret' } });
  await desk.app.call('POST', `${path}/activities`, { token, body: { kind: 'call', summary: 'Secret' } });
  await desk.post({ phone: lead.contact.phone, first_name: 'Secret again' });
  await receiver.expect(7, '/reduced');
  await receiver.expect(7, '/whole');
  await receiver.expect(1, '/also-reduced');
  const feedOf = async (reader: string) => (await desk.app.call('GET', start, { token: reader })).body.data;

  const reduced = await feedOf(follower);
  expect(bodiesAt('/reduced')).toEqual(reduced);
  for (const { text, body } of receiver.at('/reduced')) {
    expect(text).not.toMatch(/secret|contacted/i);
    expect(text).not.toContain(lead.contact.phone);
    expect(body.lead).toEqual({ public_id: lead.public_id });
  }
  expect(bodiesAt('/also-reduced')).toEqual(reduced.filter(({ type }: Shown) => type === 'lead.moved'));

  const whole = await feedOf(desk.admin);
  const toldWhole = bodiesAt('/whole');
  expect(toldWhole.map(({ lead: _, ...event }) => event)).toEqual(whole.map(({ lead: _, ...event }: Shown) => event));
  for (const request of receiver.at('/whole')) expectWhole(request, lead);
  expect(toldWhole.at(3)?.transition).toMatchObject({ to: { name: 'Contacted' }, note: 'Secret' });

  await desk.app.call('DELETE', path, { token });
  await receiver.expect(8, '/reduced');
  await receiver.expect(8, '/whole');
  for (const at of ['/reduced', '/whole'])
    expect(bodiesAt(at).at(-1)).toMatchObject({ type: 'lead.erased', lead: null });
  expect(new Set(bodiesAt('/reduced').map(({ type }) => type))).toEqual(new Set(eventTypes));
});

describe('a webhook of a token that sees no leads', () => {
  it('sends none to anybody’s redelivery, replay or test either', async () => {
    const webhook = await addBy(settler);
    const lead = await desk.make();
    await receiver.expect(1);
    const delivery = await webhooks.delivery(webhook, ({ status }) => status === 'succeeded');
    await webhooks.call('POST', `/${webhook.public_id}/deliveries/${delivery.public_id}/redeliver`);
    await receiver.expect(2);
    await webhooks.delivery(webhook, ({ status, attempts }) => status === 'succeeded' && attempts.length === 2);
    await webhooks.call('POST', `/${webhook.public_id}/replay`, { from: lead.created_at });
    await receiver.expect(3);
    for (const request of receiver.received) expectReduced(request, lead);
    await webhooks.call('POST', `/${webhook.public_id}/test`);
    const tested = (await receiver.expect(4)).find(({ body }) => body.type === 'webhook.test');
    expect(tested?.body).toMatchObject({ lead: null, changes: [], transition: null });
  });

  it('sends none after it was disabled and revived, changed otherwise or given a new secret by somebody who sees them', async () => {
    const webhook = await addBy(settler);
    receiver.answer = answerWith(410);
    await desk.make();
    await eventually(async () => !(await webhooks.get(webhook)).active);
    receiver.answer = answerWith(204);
    await change(webhook, { active: true, url: webhook.url, description: 'Mine', events: ['lead.created'] });
    await webhooks.call('POST', `/${webhook.public_id}/rotate`, {});
    receiver.received.length = 0;
    const lead = await desk.make();
    const [request] = (await receiver.expect(1)) as [Received];
    expectReduced(request, lead);
    expect((await webhooks.get(webhook)).sends_leads).toBe(false);
  });

  it('sends them once somebody who sees them gives it another address', async () => {
    const webhook = await addBy(settler);
    expect((await change(webhook, { url: receiver.url('/ours') })).sends_leads).toBe(true);
    const lead = await desk.make();
    const [request] = (await receiver.expect(1, '/ours')) as [Received];
    expectWhole(request, lead);
  });
});

describe('a webhook that sends leads', () => {
  it('goes on with it when a token that sees none changes anything but its address', async () => {
    const webhook = await addBy(desk.admin);
    const patch = { url: webhook.url, events: ['lead.created'], description: 'Theirs', active: true };
    expect((await change(webhook, patch, settler)).sends_leads).toBe(true);
    await webhooks.call('POST', `/${webhook.public_id}/rotate`, {}, settler);
    const lead = await desk.make();
    const [request] = (await receiver.expect(1)) as [Received];
    expectWhole(request, lead);
  });

  it('sends none to another address that such a token gives it, also of what was waiting, and the trail tells', async () => {
    receiver.answer = answerWith(500);
    const webhook = await addBy(desk.admin, '/ours');
    const waiting = await desk.make();
    await receiver.expect(1, '/ours');
    await webhooks.delivery(webhook, ({ attempts }) => attempts.length === 1);
    receiver.answer = answerWith(204);
    expect((await change(webhook, { url: receiver.url('/theirs') }, settler)).sends_leads).toBe(false);
    const entry = (await webhooks.trail()).at(-1);
    expect(entry.changes).toContainEqual({ field: 'sends_leads', from: true, to: false });
    await webhooks.passTime();
    const [first] = (await receiver.expect(1, '/theirs')) as [Received];
    expectReduced(first, waiting);
    const back = await change(webhook, { url: webhook.url }, settler);
    expect(back.sends_leads).toBe(false);
  });

  it('sends none to such an address of what was being read while it was set', async () => {
    const webhook = await addBy(desk.admin, '/ours', { active: false });
    const lead = await desk.make();
    const { database } = desk.app.services;
    const release = await hold(database, 'lock table transitions in access exclusive mode'); // which reading an event needs
    await change(webhook, { active: true });
    await untilWaiting(database, 1);
    await change(webhook, { url: receiver.url('/theirs') }, settler);
    const [{ lease_end: before }] = await leaseEnd();
    desk.app.services.webhooks.settingsChanged(desk.cast.organizationId);
    await eventually(async () => (await leaseEnd())[0].lease_end > before); // the run has read its webhook again
    await release();
    const [request] = (await receiver.expect(1, '/theirs')) as [Received];
    expectReduced(request, lead);
    expect(receiver.at('/ours')).toEqual([]);
  });

  const leaseEnd = () =>
    desk.rows<{ lease_end: string }>('select leased_until::text as lease_end from webhooks where active') as Promise<
      [{ lease_end: string }]
    >;
});
