import { describe, expect, it } from 'vitest';
import { unknownId } from '../support/collections.ts';
import { faultsOf, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { answerWith, type Received, useReceiver, verify } from '../support/receiver.ts';
import { useWebhookDesk } from '../support/webhook-desk.ts';
import { eventually } from '../support/workplace.ts';

const desk = useLeadDesk();
const receiver = useReceiver();
const webhooks = useWebhookDesk(desk, receiver);

const sound = { url: 'https://example.in/leadline', events: ['lead.created'] };

describe('a webhook', () => {
  it('is made with a secret that is shown once', async () => {
    const { status, headers, body } = await webhooks.call('POST', '', { ...sound, description: ' For the dialler ' });
    expect([status, headers.location]).toEqual([201, `/api/v1/webhooks/${body.data.public_id}`]);
    const { secret, ...rest } = body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual({
      public_id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      ...sound,
      sends_leads: true,
      active: true,
      description: 'For the dialler',
      failing_since: null,
      disabled_reason: null,
      created_at: expect.any(String),
    });
    expect(await webhooks.get(body.data)).toEqual(rest);
    expect((await webhooks.trail()).at(-1)).toMatchObject({ action: 'webhook.created', subject: { type: 'webhook' } });
  });

  it.each([
    [{ ...sound, url: 'https://10.0.0.1/' }, 'url'],
    [{ ...sound, url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
    [{ ...sound, url: 'ftp://example.in/' }, 'url'],
    [{ ...sound, url: 'https://a:b@example.in/' }, 'url'],
    [{ ...sound, url: `https://example.in/${'a'.repeat(2_000)}` }, 'url'],
    [{ ...sound, url: null }, 'url'],
    [{ events: ['*'] }, 'url'],
    [{ url: sound.url }, 'events'],
    [{ ...sound, events: [] }, 'events'],
    [{ ...sound, events: ['lead.created', '*'] }, 'events'],
    [{ ...sound, events: ['lead.created', 'lead.created'] }, 'events'],
    [{ ...sound, description: '' }, 'description'],
    [{ ...sound, active: 'yes' }, 'active'],
    [{ ...sound, secret: 'whsec_' }, 'secret'],
    [{ ...sound, failing_since: null }, 'failing_since'],
  ])('is refused as %j, naming %s', async (body, field) => {
    expect(faultsOf(await webhooks.call('POST', '', body))).toEqual([field]);
    const { url = sound.url } = body as { url?: string | null };
    if (field === 'url' && url !== null && 'url' in body) {
      const webhook = await webhooks.add();
      expect(faultsOf(await webhooks.call('PATCH', `/${webhook.public_id}`, { url }))).toEqual(['url']);
    }
  });

  it('refuses an event type that does not exist', async () => {
    const { status, body } = await webhooks.call('POST', '', { ...sound, events: ['lead.deleted'] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['events']]);
  });

  it('is changed, paused and deleted; what it missed while it was paused comes afterwards', async () => {
    const webhook = await webhooks.add('/one');
    await webhooks.call('PATCH', `/${webhook.public_id}`, { active: false });
    const missed = await desk.make();
    const changed = await webhooks.call('PATCH', `/${webhook.public_id}`, { url: receiver.url('/two'), active: true });
    expect(changed.body.data).toMatchObject({ url: receiver.url('/two'), active: true, disabled_reason: null });
    const [request] = (await receiver.expect(1, '/two')) as [Received];
    expect(request.body.lead.public_id).toBe(missed.public_id);
    expect(verify(webhook.secret, request)).toEqual(request.body);
    expect((await webhooks.call('DELETE', `/${webhook.public_id}`)).status).toBe(204);
    expect((await webhooks.call('DELETE', `/${webhook.public_id}`)).status).toBe(404);
    expect((await webhooks.call('GET', `/${webhook.public_id}/deliveries`)).status).toBe(404);
    await desk.make();
    expect(receiver.received).toHaveLength(1);
    const actions = (await webhooks.trail()).filter(({ subject }) => subject.public_id === webhook.public_id);
    expect(actions.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.updated',
      'webhook.deleted',
    ]);
  });

  it('an organization has 50 at most', async () => {
    for (let n = 0; n < 50; n++) await webhooks.add();
    const { status, body } = await webhooks.call('POST', '', sound);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('50 webhooks')]);
  });
});

describe('only admins', () => {
  it('read or change webhooks, whatever else a token may do', async () => {
    const webhook = await webhooks.add();
    const path = `/${webhook.public_id}`;
    for (const { token } of [desk.cast.meera, desk.cast.ravi]) {
      for (const [method, address, body] of everyCall(path)) {
        const { status } = await webhooks.call(method, address, body, token);
        expect([method, address, status]).toEqual([method, address, 403]);
      }
    }
    const reader = await desk.cast.tokenOf(desk.cast.admin, ['settings:read']);
    expect((await webhooks.call('GET', path, undefined, reader)).status).toBe(200);
    expect((await webhooks.call('POST', `${path}/test`, undefined, reader)).status).toBe(403);
  });

  it('of the organization find them', async () => {
    const webhook = await webhooks.add();
    await desk.make();
    const delivery = await webhooks.delivery(webhook, ({ status }) => status === 'succeeded');
    const { token } = desk.cast.zenith.admin;
    for (const [method, address, body] of everyCall(`/${webhook.public_id}`, delivery.public_id).slice(2)) {
      const { status } = await webhooks.call(method, address, body, token);
      expect([method, address, status]).toEqual([method, address, 404]);
    }
    const theirs = await webhooks.call('POST', '', sound, token);
    const foreign = `/${theirs.body.data.public_id}/deliveries/${delivery.public_id}/redeliver`;
    expect((await webhooks.call('POST', foreign, undefined, token)).status).toBe(404);
    const own = await webhooks.add();
    expect((await webhooks.call('POST', `/${own.public_id}/deliveries/${delivery.public_id}/redeliver`)).status).toBe(
      404,
    );
    expect((await webhooks.call('GET', '', undefined, token)).body.data).toHaveLength(1);
  });

  const everyCall = (path: string, delivery = unknownId('dlv')): [string, string, unknown?][] => [
    ['GET', ''],
    ['POST', '', sound],
    ['GET', path],
    ['PATCH', path, { active: false }],
    ['DELETE', path],
    ['POST', `${path}/rotate`],
    ['POST', `${path}/test`],
    ['POST', `${path}/replay`, { from: '2026-01-01T00:00:00Z' }],
    ['GET', `${path}/deliveries`],
    ['POST', `${path}/deliveries/${delivery}/redeliver`],
  ];
});

describe('a test', () => {
  it('sends an event and answers what the receiver answered, also where it is not active', async () => {
    const webhook = await webhooks.add('/', { active: false });
    const test = async () => (await webhooks.call('POST', `/${webhook.public_id}/test`)).body.data;
    expect(await test()).toEqual({
      event: { public_id: expect.stringMatching(/^evt_/), type: 'webhook.test' },
      status: 204,
      duration_ms: expect.any(Number),
      error: null,
    });
    const [request] = receiver.received as [Received];
    expect(verify(webhook.secret, request)).toMatchObject({ type: 'webhook.test', lead: null, changes: [] });
    expect(request.body.actor.membership.public_id).toBe(desk.cast.admin.membership);
    receiver.answer = answerWith(500);
    expect(await test()).toMatchObject({ status: 500, error: null });
    receiver.answer = (_, response) => void response.socket?.destroy();
    expect(await test()).toMatchObject({ status: null, error: expect.stringContaining('closed') });
    expect(await webhooks.deliveries(webhook)).toEqual([]);
  });
});

describe('a replay', () => {
  it('sends again what happened since a time, also before the webhook existed', async () => {
    const before = await desk.make();
    const from = new Date(Date.parse((await desk.make()).created_at)).toISOString();
    const since = await desk.app.call('GET', `/events?filter[occurred_at]=${from}..`, { token: desk.admin });
    const expected = since.body.data.map(({ public_id }: Shown) => public_id);
    const webhook = await webhooks.add();
    const later = await desk.make();
    await receiver.expect(1);
    const { status, body } = await webhooks.call('POST', `/${webhook.public_id}/replay`, { from });
    expect([status, body.data.public_id]).toEqual([202, webhook.public_id]);
    await receiver.expect(1 + expected.length + 1);
    const replayed = receiver.received.slice(1).map(({ body: event }) => event);
    const [first] = receiver.received;
    expect(first?.body.lead.public_id).toBe(later.public_id);
    // Of different leads, so in any order; nothing of the lead before.
    const again = [...expected, first?.body.public_id];
    expect(replayed.map(({ public_id }) => public_id).sort()).toEqual(again.sort());
    expect(replayed.some(({ lead }) => lead.public_id === before.public_id)).toBe(false);
    await eventually(async () => (await webhooks.deliveries(webhook, '?filter[status]=pending')).length === 0);
    const kept = await webhooks.deliveries(webhook);
    expect(kept).toHaveLength(expected.length + 1); // a delivery of an event is one, however often it is sent
    expect((await webhooks.trail()).at(-1)).toMatchObject({
      action: 'webhook.replayed',
      changes: [{ field: 'from', from: null, to: from }],
    });
  });

  it('is refused for a time to come, and for a webhook that is not active', async () => {
    const webhook = await webhooks.add('/', { active: false });
    const replay = (from: string) => webhooks.call('POST', `/${webhook.public_id}/replay`, { from });
    expect(faultsOf(await replay('2999-01-01T00:00:00Z'))).toEqual(['from']);
    expect((await replay('2026-01-01T00:00:00Z')).status).toBe(409);
  });

  it('sends nothing that is older than events are kept', async () => {
    const old = await desk.make();
    await desk.rows(
      `update audit_entries set occurred_at = now() - interval '31 days'
        where organization_id = $1 and lead_id in (select id from leads where public_id = $2)`,
      [desk.cast.organizationId, old.public_id],
    );
    const webhook = await webhooks.add();
    await webhooks.call('POST', `/${webhook.public_id}/replay`, { from: '2020-01-01T00:00:00Z' });
    const fresh = await desk.make();
    await eventually(() => receiver.received.some(({ body }) => body.lead?.public_id === fresh.public_id));
    expect(receiver.received.some(({ body }) => body.lead?.public_id === old.public_id)).toBe(false);
  });
});

it('deliveries are listed by pages and status, and forgotten with their events', async () => {
  receiver.answer = ({ body }, response) => void response.writeHead(body.type === 'lead.moved' ? 500 : 204).end();
  const webhook = await webhooks.add();
  const lead = await desk.make();
  await desk.move(lead.public_id, desk.status('Contacted'));
  await desk.patch(lead.public_id, { first_name: 'Ravi' });
  await eventually(async () => (await webhooks.deliveries(webhook, '?filter[status]=succeeded')).length === 2);
  await webhooks.delivery(webhook, ({ attempts, event }) => event.type === 'lead.moved' && attempts.length === 1);
  const all = await webhooks.deliveries(webhook);
  expect(all.map(({ event }) => event.type)).toEqual(['lead.updated', 'lead.moved', 'lead.created']);
  const paged: Shown[] = [];
  let next: string | null = `/api/v1/webhooks/${webhook.public_id}/deliveries?page[size]=1`;
  while (next !== null) {
    const { body } = await desk.app.call('GET', next, { token: desk.admin });
    paged.push(...body.data);
    next = body.links.next;
  }
  expect(paged).toEqual(all);
  expect(await webhooks.deliveries(webhook, '?filter[status]=pending')).toEqual([all[1]]);
  expect(await webhooks.deliveries(webhook, '?filter[status]=failed')).toEqual([]);
  expect(faultsOf(await webhooks.call('GET', `/${webhook.public_id}/deliveries?filter[status]=lost`))).toEqual([
    'filter[status]',
  ]);
  const { database, keptMs } = desk.app.services;
  const { forgetOldDeliveries } = await import('../../src/webhooks/deliveries/deliveries.ts');
  await forgetOldDeliveries({ sql: database }, keptMs);
  expect(await webhooks.deliveries(webhook)).toHaveLength(3);
  await desk.rows(`update webhook_deliveries set created_at = now() - interval '31 days' where status = 'succeeded'`);
  await forgetOldDeliveries({ sql: database }, keptMs);
  expect(await webhooks.deliveries(webhook)).toMatchObject([{ event: { type: 'lead.moved' } }]);
});
