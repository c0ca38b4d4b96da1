import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { freshPhone } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';
import { answerWith, useReceiver } from '../support/receiver.ts';
import { WebhookDesk } from '../support/webhook-desk.ts';
import { eventually } from '../support/workplace.ts';

const desk = useLeadDesk();
const receiver = useReceiver();
let webhooks: WebhookDesk;
/** Another process on the same database. It hears nothing of the first one but through the database. */
let second: TestApp;

beforeAll(async () => {
  webhooks = new WebhookDesk(desk, receiver);
  second = await openTestApp({ on: desk.app.own });
});
afterAll(() => second.close());

const sweep = () => Promise.all([desk.app, second].map(({ services }) => services.webhooks.sweep(() => [])));
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);

it('two processes send each event once, and one goes on where the other stopped', async () => {
  receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 5);
  const webhook = await webhooks.add();
  const create = (app: TestApp) => app.call('POST', '/leads', { token: desk.admin, body: { phone: freshPhone() } });
  for (let n = 0; n < 40; n++) {
    expect((await create(n % 2 === 0 ? desk.app : second)).status).toBe(201);
    if (n % 5 === 0) await sweep();
  }
  await eventually(async () => {
    await sweep();
    return receiver.received.length >= 40;
  });
  expect(new Set(ids()).size).toBe(40);
  expect(receiver.received).toHaveLength(40);

  await desk.app.services.webhooks.stop(); // while it may hold the lease
  await create(desk.app);
  await eventually(async () => {
    await second.services.webhooks.sweep(() => []);
    return receiver.received.length >= 41;
  });
  await eventually(async () => (await webhooks.deliveries(webhook, '?filter[status]=pending')).length === 0);
  expect(await webhooks.deliveries(webhook, '?filter[status]=succeeded')).toHaveLength(41);
});

it('a process that stops while it sends leaves the delivery to another one', async () => {
  Object.assign(desk.app.services.webhooks, { isStopped: false });
  receiver.received.length = 0;
  receiver.answer = () => {};
  await desk.app.call('POST', '/leads', { token: desk.admin, body: { phone: freshPhone() } });
  await eventually(async () => {
    await sweep();
    return receiver.received.length >= 1;
  });
  receiver.answer = answerWith(204);
  await Promise.all([desk.app, second].map(({ services }) => services.webhooks.stop()));
  Object.assign(second.services.webhooks, { isStopped: false });
  await eventually(async () => {
    await second.services.webhooks.sweep(() => []);
    return receiver.received.length >= 2;
  });
  expect(new Set(ids()).size).toBe(1);
});

it('counts attempts and what waits', async () => {
  expect(await second.services.metrics.registry.metrics()).toMatch(
    /leadline_webhook_attempts_total\{result="succeeded"\} \d+/,
  );
  await eventually(
    async () => (await desk.rows(`select from webhook_deliveries where status = 'pending'`)).length === 0,
  );
  const third = await openTestApp({ on: desk.app.own });
  await third.services.webhooks.sweep(() => []); // its first one counts what waits
  const text = await third.services.metrics.registry.metrics();
  await third.close();
  expect(text).toContain('leadline_webhook_deliveries_pending 0');
  expect(text).toContain('leadline_webhook_lag_seconds 0');
});
