import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Shown } from '../support/leads.ts';
import { movedTime } from '../support/moved-time.ts';
import { useLeadDesk } from '../support/opened.ts';
import { answerWith, useReceiver } from '../support/receiver.ts';
import { useWebhookDesk } from '../support/webhook-desk.ts';
import { eventually } from '../support/workplace.ts';

const desk = useLeadDesk();
const receiver = useReceiver();
const webhooks = useWebhookDesk(desk, receiver);

describe('a delivery that fails', () => {
  it('is tried again after 5 seconds by itself, and a success clears failing_since', async () => {
    receiver.answer = answerWith(500);
    const webhook = await webhooks.add();
    await desk.make();
    const failed = await webhooks.delivery(webhook, ({ attempts }) => attempts.length === 1);
    expect(failed).toMatchObject({ status: 'pending', attempts: [{ status: 500, error: null }] });
    const waits = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[0].at);
    expect(waits).toBeGreaterThanOrEqual(4_900);
    expect(await webhooks.get(webhook)).toMatchObject({ active: true, failing_since: failed.attempts[0].at });
    receiver.answer = answerWith(204);
    const [first, second] = await receiver.expect(2); // nobody helps
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const done = await webhooks.delivery(webhook, ({ status }) => status === 'succeeded');
    expect(done).toMatchObject({ next_attempt_at: null, attempts: [{ status: 500 }, { status: 204 }] });
    expect(await webhooks.get(webhook)).toMatchObject({ failing_since: null });
  });

  it('is no change of the webhook, which is saved and deleted as it was seen; that it was disabled is one', async () => {
    receiver.answer = answerWith(500);
    const webhook = await webhooks.add();
    const path = `/webhooks/${webhook.public_id}`;
    const { token } = desk.cast.admin;
    const etag = async () => (await desk.app.call('GET', path, { token })).headers.etag ?? '';
    const seen = await etag();
    await desk.make();
    await eventually(async () => (await webhooks.get(webhook)).failing_since !== null);
    expect(await etag()).toBe(seen);
    const again = await desk.app.call('GET', path, { token, headers: { 'if-none-match': seen } });
    expect([again.status, again.body?.data.failing_since]).toEqual([200, expect.any(String)]); // which its reader must learn
    const body = { description: 'Seen before it failed' };
    const saved = await desk.app.call('PATCH', path, { token, headers: { 'if-match': seen }, body });
    expect([saved.status, saved.body.data.failing_since]).toEqual([200, expect.any(String)]);
    expect(saved.headers.etag).not.toBe(seen);
    receiver.answer = answerWith(410);
    await webhooks.passTime();
    await eventually(async () => !(await webhooks.get(webhook)).active);
    const headers = { 'if-match': saved.headers.etag ?? '' };
    expect((await desk.app.call('DELETE', path, { token, headers })).status).toBe(412);
  });

  it('has failed after the eighth attempt, and is sent again on request', async () => {
    receiver.answer = answerWith(503);
    const webhook = await webhooks.add();
    await desk.make();
    const waits: number[] = [];
    for (let tries = 1; tries <= 7; tries++) {
      const one = await webhooks.delivery(webhook, ({ attempts }) => attempts.length === tries);
      waits.push((Date.parse(one.next_attempt_at) - Date.parse(one.attempts[tries - 1].at)) / 1_000);
      await webhooks.passTime();
    }
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    for (const [n, seconds] of planned.entries()) {
      expect(waits[n]).toBeGreaterThanOrEqual(seconds - 0.1);
      expect(waits[n]).toBeLessThan(seconds * 1.2 + 30);
    }
    const failed = await webhooks.delivery(webhook, ({ status }) => status === 'failed');
    expect(failed.attempts).toHaveLength(8);
    expect(failed.next_attempt_at).toBeNull();
    await webhooks.passTime();
    expect(receiver.received).toHaveLength(8);

    receiver.answer = answerWith(200);
    const path = `/${webhook.public_id}/deliveries/${failed.public_id}/redeliver`;
    const { status, body } = await webhooks.call('POST', path);
    expect([status, body.data.status]).toEqual([202, 'pending']);
    const done = await webhooks.delivery(webhook, (one) => one.status === 'succeeded');
    expect(done.attempts).toHaveLength(9);
    expect(receiver.received[8]?.headers['webhook-id']).toBe(failed.event.public_id);
    expect((await webhooks.trail()).at(-1)).toMatchObject({ action: 'webhook.redelivered' });
  });

  it('is sent again where that is asked for while an attempt is under way, however it ends', async () => {
    const late: ServerResponse[] = [];
    receiver.answer = (_, response) => void late.push(response);
    const webhook = await webhooks.add();
    await desk.make();
    const redeliver = async (attempt: number) => {
      await receiver.expect(attempt);
      const [{ public_id }] = (await webhooks.deliveries(webhook)) as [Shown];
      const { status } = await webhooks.call('POST', `/${webhook.public_id}/deliveries/${public_id}/redeliver`);
      expect(status).toBe(202);
    };
    const statusesOf = ({ attempts }: Shown) => attempts.map(({ status }: Shown) => status);
    await redeliver(1);
    late[0]?.writeHead(204).end();
    await receiver.expect(2);
    late[1]?.writeHead(204).end();
    const sent = await webhooks.delivery(webhook, ({ status }) => status === 'succeeded');
    expect(statusesOf(sent)).toEqual([204, 204]);

    await redeliver(2);
    await receiver.expect(3);
    late[2]?.writeHead(500).end();
    await webhooks.delivery(webhook, ({ attempts }) => attempts.length === 3);
    await webhooks.passTime();
    await redeliver(4); // while it is tried for the second time
    late[3]?.writeHead(500).end();
    await receiver.expect(5);
    late[4]?.writeHead(500).end();
    const failed = await webhooks.delivery(webhook, ({ attempts }) => attempts.length === 5);
    expect(statusesOf(failed)).toEqual([204, 204, 500, 500, 500]);
    // It has all its retries: the next one is the first, after 5 seconds.
    expect(Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[4].at)).toBeLessThan(60_000);
  });

  it('does not hold up what comes after it', async () => {
    receiver.answer = ({ body }, response) => void response.writeHead(body.type === 'lead.created' ? 500 : 204).end();
    const webhook = await webhooks.add();
    const lead = await desk.make();
    await desk.patch(lead.public_id, { first_name: 'Later' });
    const sent = await webhooks.delivery(webhook, ({ event }) => event.type === 'lead.updated');
    await webhooks.delivery(webhook, ({ public_id, status }) => public_id === sent.public_id && status === 'succeeded');
    const [pending] = await webhooks.deliveries(webhook, '?filter[status]=pending');
    expect(pending.event.type).toBe('lead.created');
  });
});

describe('a webhook is disabled', () => {
  it('at once by a receiver that answers 410, and goes on where it stopped when it is made active again', async () => {
    receiver.answer = answerWith(410);
    const webhook = await webhooks.add();
    await desk.make();
    await eventually(async () => !(await webhooks.get(webhook)).active);
    const disabled_reason = 'The receiver answered 410 Gone.';
    expect(await webhooks.get(webhook)).toMatchObject({ active: false, disabled_reason });
    expect(await webhooks.deliveries(webhook)).toMatchObject([{ status: 'failed', attempts: [{ status: 410 }] }]);
    expect((await webhooks.trail()).at(-1)).toMatchObject({
      action: 'webhook.disabled',
      actor: { system: true },
      changes: [
        { field: 'active', from: true, to: false },
        { field: 'disabled_reason', from: null, to: disabled_reason },
      ],
    });
    const missed = await desk.make();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = answerWith(204);
    const { body } = await webhooks.call('PATCH', `/${webhook.public_id}`, { active: true });
    expect(body.data).toMatchObject({ active: true, disabled_reason: null, failing_since: null });
    const [, second] = await receiver.expect(2);
    expect(second?.body.lead.public_id).toBe(missed.public_id);
  });

  it('after failing for 5 days, not before', async () => {
    receiver.answer = answerWith(500);
    const webhook = await webhooks.add();
    await desk.make();
    await webhooks.delivery(webhook, ({ attempts }) => attempts.length === 1);
    const fail = async (attempts: number, moved: string) => {
      await desk.rows(`update webhooks set failing_since = ${movedTime('failing_since', moved)}`);
      await webhooks.passTime();
      await webhooks.delivery(webhook, (one) => one.attempts.length === attempts);
    };
    await fail(2, '-4 days -23 hours');
    expect(await webhooks.get(webhook)).toMatchObject({ active: true, disabled_reason: null });
    await fail(3, '-2 hours');
    await eventually(async () => !(await webhooks.get(webhook)).active);
    const { failing_since, disabled_reason } = await webhooks.get(webhook);
    expect(disabled_reason).toBe(`Every attempt has failed since ${failing_since}, for 5 days.`);
    expect((await webhooks.trail()).at(-1)).toMatchObject({ action: 'webhook.disabled', actor: { system: true } });
    await webhooks.passTime();
    await desk.make();
    expect(receiver.received).toHaveLength(3);
  });
});

describe('a receiver that is slow or dead', () => {
  it('holds up neither another webhook, nor another organization, nor a request', async () => {
    receiver.answer = ({ path }, response) => {
      if (path !== '/dead') response.writeHead(204).end();
    };
    for (let n = 0; n < 20; n++) await webhooks.add('/dead');
    await webhooks.add('/own');
    const { token } = desk.cast.zenith.admin;
    const body = { url: receiver.url('/other'), events: ['*'] };
    const other = await webhooks.call('POST', '', body, token);
    expect(other.status).toBe(201);
    const [phone, count] = ['+9190000000', 20];
    for (let n = 10; n < 10 + count; n++) {
      await desk.make();
      expect((await desk.post({ phone: `${phone}${n}` }, token)).status).toBe(201);
    }
    await receiver.expect(count, '/own'); // the dead ones take longer than that for two of their events
    await receiver.expect(count, '/other');
    expect(receiver.at('/dead').length).toBeGreaterThanOrEqual(20);
    expect(receiver.open).toBeLessThanOrEqual(20); // one each
    await desk.app.call('DELETE', `/webhooks/${other.body.data.public_id}`, { token });
  });

  it('lags in the feed: no more than a hundred deliveries wait for it', async () => {
    receiver.answer = () => {};
    const webhook = await webhooks.add();
    await desk.rows(
      `insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id, changes)
       select l.organization_id, 'aud_' || lpad(n::text, 26, '0'), 'lead.updated', 'lead', l.public_id, l.id, '[]'
         from generate_series(1, 450) as n, (select * from leads where organization_id = $1 limit 1) as l`,
      [desk.cast.organizationId],
    );
    desk.app.services.webhooks.nudge(desk.cast.organizationId);
    await receiver.expect(1);
    expect(await webhooks.deliveries(webhook, '?page[size]=200')).toHaveLength(100);
    for (const { status } of await webhooks.deliveries(webhook)) expect(status).toBe('pending');
  });
});
