import { afterAll, beforeAll, expect, it } from 'vitest';
import { followChanges } from '../../src/parts.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { useLeadDesk } from '../support/opened.ts';
import { useReceiver } from '../support/receiver.ts';
import { useWebhookDesk } from '../support/webhook-desk.ts';

const desk = useLeadDesk();
const receiver = useReceiver();
const webhooks = useWebhookDesk(desk, receiver);
/** Another process on the same database. Nothing that it tells comes here. */
let other: TestApp;

beforeAll(async () => {
  other = await openTestApp({ on: desk.app.own });
});
afterAll(() => other.close());

it('what was read of a lead is not sent once messages of its erasure may have been missed', async () => {
  const { services } = desk.app;
  let tellGap = () => {};
  const listen = async (_channel: string, _onMessage: unknown, onGap: () => void) => {
    tellGap = onGap;
    return { stop: async () => {} };
  };
  await followChanges({ ...services, database: { ...services.database, listen } });
  const webhook = await webhooks.add();
  const lead = await desk.make({ first_name: 'Forgotten' });
  const [sent] = await receiver.expect(1);
  expect(sent?.text).toContain('Forgotten');
  const delivery = await webhooks.delivery(webhook, ({ status }) => status === 'succeeded');
  const erased = await other.call('DELETE', `/leads/${lead.public_id}`, { token: desk.admin });
  expect(erased.status).toBe(204);
  tellGap();
  await webhooks.call('POST', `/${webhook.public_id}/deliveries/${delivery.public_id}/redeliver`);
  const [, again] = await receiver.expect(2);
  expect(again?.text).not.toContain('Forgotten');
});
