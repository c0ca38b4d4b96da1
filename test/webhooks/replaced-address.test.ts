import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useLeadDesk } from '../support/opened.ts';
import { answerWith, useReceiver } from '../support/receiver.ts';
import { useWebhookDesk } from '../support/webhook-desk.ts';
import { eventually } from '../support/workplace.ts';

const desk = useLeadDesk();
const receiver = useReceiver();
const webhooks = useWebhookDesk(desk, receiver);

it('a new address has not failed yet, however long the old one did', async () => {
  receiver.answer = answerWith(500);
  const webhook = await webhooks.add('/failing');
  await desk.make();
  await receiver.expect(1, '/failing');
  await eventually(async () => (await webhooks.get(webhook)).failing_since !== null);
  const long = `update webhooks set failing_since = now() - interval '6 days' where public_id = $1`;
  await desk.rows(long, [webhook.public_id]);
  await webhooks.call('PATCH', `/${webhook.public_id}`, { url: receiver.url('/as-bad') });
  expect((await webhooks.get(webhook)).failing_since).toBeNull();
  await desk.make();
  await receiver.expect(1, '/as-bad');
  await eventually(async () => (await webhooks.get(webhook)).failing_since !== null);
  expect((await webhooks.get(webhook)).active).toBe(true);
});

it('an address that was replaced does not disable the webhook by its last answer', async () => {
  let late: ServerResponse | undefined;
  receiver.answer = (request, response) => {
    if (request.path === '/old') late = response;
    else answerWith(204)(request, response);
  };
  const webhook = await webhooks.add('/old');
  await desk.make();
  await receiver.expect(1, '/old');
  const saved = await webhooks.call('PATCH', `/${webhook.public_id}`, { url: receiver.url('/new') });
  expect(saved.status).toBe(200);
  await sleep(1_000);
  late?.writeHead(410).end();
  await sleep(1_000);
  const shown = await webhooks.get(webhook);
  expect(shown).toMatchObject({ active: true });
  await receiver.expect(1, '/new');
});
