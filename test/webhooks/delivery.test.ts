import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { answerWith, type Received, useReceiver, verify } from '../support/receiver.ts';
import { eventually } from '../support/workplace.ts';

const desk = useLeadDesk();
const receiver = useReceiver();

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = answerWith(204);
});

afterEach(async () => {
  const { body } = await desk.app.call('GET', '/webhooks', { token: desk.admin });
  for (const { public_id } of body.data) await desk.app.call('DELETE', `/webhooks/${public_id}`, { token: desk.admin });
});

const add = (path = '/', fields: Record<string, unknown> = {}): Promise<Shown> =>
  desk.add('webhooks', { url: receiver.url(path), events: ['*'], ...fields });

const get = async (webhook: Shown) =>
  (await desk.app.call('GET', `/webhooks/${webhook.public_id}`, { token: desk.admin })).body.data;

const deliveries = async ({ public_id }: Shown, query = ''): Promise<Shown[]> =>
  (await desk.app.call('GET', `/webhooks/${public_id}/deliveries${query}`, { token: desk.admin })).body.data;

const typesAt = (path: string) => receiver.at(path).map(({ body }) => body.type);

describe('a delivery', () => {
  it('is a signed event, with the lead as it is and the event’s id as its key', async () => {
    const webhook = await add();
    const lead = await desk.make({ first_name: 'Asha' });
    const [request] = (await receiver.expect(1)) as [Received];
    const events = await desk.app.call('GET', `/events?filter[lead]=${lead.public_id}`, { token: desk.admin });
    expect(request.body).toEqual(events.body.data[0]);
    expect(request.body).toMatchObject({ type: 'lead.created', lead: { contact: { first_name: 'Asha' } } });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Leadline\/\d/),
      'webhook-id': request.body.public_id,
    });
    expect(verify(webhook.secret, request)).toEqual(request.body);
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toThrow();
    await eventually(async () => (await deliveries(webhook))[0]?.status === 'succeeded');
    expect(await deliveries(webhook)).toMatchObject([
      {
        event: { public_id: request.body.public_id, type: 'lead.created' },
        lead: { public_id: request.body.lead.public_id },
        attempts: [{ status: 204, error: null }],
        next_attempt_at: null,
      },
    ]);
  });

  it('is made for the chosen types alone, from every door', async () => {
    await add('/moved', { events: ['lead.moved', 'lead.note_added'] });
    await add('/all');
    const lead = await desk.make();
    await desk.move(lead.public_id, desk.status('Contacted'));
    await desk.app.call('POST', `/leads/${lead.public_id}/notes`, { token: desk.admin, body: { body: 'Called' } });
    await desk.patch(lead.public_id, { first_name: 'Ravi' });
    await receiver.expect(4, '/all');
    await receiver.expect(2, '/moved');
    expect(typesAt('/all')).toEqual(['lead.created', 'lead.moved', 'lead.note_added', 'lead.updated']);
    expect(typesAt('/moved')).toEqual(['lead.moved', 'lead.note_added']);
    expect(receiver.at('/moved')[0]?.body.transition.to.name).toBe('Contacted');
  });

  it('is sent of what happened after the webhook was made, and only of its organization', async () => {
    await desk.make();
    await add();
    const { zenith } = desk.cast;
    await desk.post({ phone: freshPhone() }, zenith.admin.token);
    const lead = await desk.make();
    const requests = await receiver.expect(1);
    expect(requests.map(({ body }) => body.lead.public_id)).toEqual([lead.public_id]);
  });

  it('shows the lead as it is when it is sent; null once it is erased', async () => {
    receiver.answer = answerWith(500);
    const webhook = await add();
    const lead = await desk.make({ first_name: 'Before' });
    await receiver.expect(1);
    await desk.patch(lead.public_id, { first_name: 'After' });
    await receiver.expect(2);
    expect(receiver.received.map(({ body }) => body.lead?.contact.first_name)).toEqual(['Before', 'After']);
    await desk.app.call('DELETE', `/leads/${lead.public_id}`, { token: desk.admin });
    receiver.answer = answerWith(204);
    const [erased] = await receiver.expect(3).then((all) => all.slice(2));
    expect(erased?.body.lead).toBeNull();
    await eventually(async () => (await deliveries(webhook, '?filter[status]=pending')).length < 3);
    const again = receiver.received.slice(2);
    for (const { text } of again) expect(text).not.toMatch(/Before|After/);
  });

  it('holds nothing of a lead from the moment on that it is erased', async () => {
    const webhook = await add();
    const lead = await desk.make({ first_name: 'Forgotten' });
    const [{ text }] = (await receiver.expect(1)) as [Received];
    expect(text).toContain('Forgotten');
    await eventually(async () => (await deliveries(webhook))[0]?.status === 'succeeded');
    const [{ public_id }] = (await deliveries(webhook)) as [Shown];
    await desk.app.call('DELETE', `/leads/${lead.public_id}`, { token: desk.admin });
    const path = `/webhooks/${webhook.public_id}/deliveries/${public_id}/redeliver`;
    await desk.app.call('POST', path, { token: desk.admin });
    const later = (await receiver.expect(3)).slice(1); // the erasure itself is an event, too
    for (const { text } of later) expect(text).not.toContain('Forgotten');
    expect(later.map(({ body }) => body.lead)).toEqual([null, null]);
  });
});

describe('order', () => {
  it('the events of a lead come one after the other, those of several leads at once', async () => {
    receiver.mostOpen = 0;
    const open = new Map<string, number>();
    let overlaps = 0;
    receiver.answer = ({ body }, response) => {
      const lead = body.lead.public_id;
      const others = open.get(lead) ?? 0;
      if (others > 0) overlaps++;
      open.set(lead, others + 1);
      const end = () => {
        open.set(lead, (open.get(lead) ?? 1) - 1);
        response.writeHead(200).end();
      };
      setTimeout(end, 10 + (receiver.received.length % 3) * 15);
    };
    await desk.app.services.webhooks.stop();
    await add();
    const leads = [];
    for (let n = 0; n < 4; n++) leads.push(await desk.make());
    for (let n = 1; n <= 4; n++) {
      for (const { public_id } of leads) await desk.patch(public_id, { first_name: `Name ${n}` });
    }
    Object.assign(desk.app.services.webhooks, { isStopped: false });
    desk.app.services.webhooks.nudge(desk.cast.organizationId);
    const requests = await receiver.expect(20);
    expect(requests).toHaveLength(20);
    expect(overlaps).toBe(0);
    expect(receiver.mostOpen).toBeGreaterThan(1);
    expect(receiver.mostOpen).toBeLessThanOrEqual(8);
    for (const { public_id } of leads) {
      const own = requests.filter(({ body }) => body.lead.public_id === public_id);
      const changes = own.map(
        ({ body }) => body.changes.find(({ field }: Shown) => field === 'first_name')?.to ?? null,
      );
      expect(changes).toEqual([null, 'Name 1', 'Name 2', 'Name 3', 'Name 4']);
    }
  });
});

describe('a secret', () => {
  it('that was rotated signs beside the new one for a day', async () => {
    const webhook = await add();
    const rotate = `/webhooks/${webhook.public_id}/rotate`;
    const { status, body } = await desk.app.call('POST', rotate, { token: desk.admin, body: {} });
    expect([status, body.data.secret]).toEqual([200, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
    expect(body.data.secret).not.toBe(webhook.secret);
    await desk.make();
    const [first] = (await receiver.expect(1)) as [Received];
    expect(first.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
    for (const secret of [webhook.secret, body.data.secret]) expect(verify(secret, first)).toEqual(first.body);

    await desk.rows(`update webhooks set previous_until = now() where public_id = $1`, [webhook.public_id]);
    desk.app.services.webhooks.settingsChanged(desk.cast.organizationId);
    await desk.make();
    const [, second] = (await receiver.expect(2)) as [Received, Received];
    expect(() => verify(webhook.secret, second)).toThrow();
    expect(verify(body.data.secret, second)).toEqual(second.body);
  });

  it('is encrypted in the database, and in no audit entry or answer after the first', async () => {
    const webhook = await add();
    const raw = Buffer.from(webhook.secret.slice(6), 'base64');
    const [row] = await desk.rows<{ secret: Buffer }>('select secret from webhooks where public_id = $1', [
      webhook.public_id,
    ]);
    expect(row?.secret.includes(raw)).toBe(false);
    expect(await get(webhook)).not.toHaveProperty('secret');
    const audit = await desk.app.call('GET', '/audit?page[size]=200', { token: desk.admin });
    expect(JSON.stringify(audit.body)).toContain(webhook.public_id);
    expect(JSON.stringify(audit.body)).not.toContain(webhook.secret.slice(6));
  });
});
