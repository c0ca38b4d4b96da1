import { collection } from '../collection.ts';
import { positionSince } from '../events/read.ts';
import { newestPosition, pageReply, readPage } from '../http/pagination.ts';
import { List, One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import { found } from '../problems.ts';
import { presentDelivery, redeliver } from './deliveries/deliveries.ts';
import { listDeliveries } from './deliveries/queries.ts';
import { findWebhook, listWebhooks } from './queries.ts';
import {
  Delivery,
  DeliveryQuery,
  deliveryStatuses,
  Replay,
  TestResult,
  Webhook,
  WebhookCreate,
  WebhookPatch,
  WebhookWithSecret,
} from './schemas.ts';
import { type TestParts, testWebhook } from './test.ts';
import {
  changeWebhook,
  checkWebhook,
  chosenIn,
  createWebhook,
  deleteWebhook,
  presentWebhook,
  replayWebhook,
  rotateSecret,
} from './webhooks.ts';

const common = { tag: 'Webhooks', scope: 'organization', role: 'admin' } as const;
const writes = { ...common, ability: 'settings:write' } as const;
const ids = { public_id: 'webhook' } as const;

interface WebhookParts extends TestParts {
  /** How long events are kept. */
  readonly keptMs: number;
}

export const webhookOperations = (parts: WebhookParts) => [
  ...collection({
    path: 'webhooks',
    tag: 'Webhooks',
    noun: 'webhook',
    names: { one: 'Webhook', many: 'Webhooks' },
    kind: 'webhook',
    role: 'admin',
    order: 'newest first',
    schemas: { record: Webhook, created: WebhookWithSecret, create: WebhookCreate, patch: WebhookPatch },
    notes: {
      create:
        'Events that happen from now on are sent to `url`, signed as Standard Webhooks has it. The answer’s `secret` verifies them; it is shown this once. Events hold leads only if the token has `leads:read` and `events:read` (`sends_leads`). Anything but a 2xx answer within 15 seconds is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h.',
      change:
        'A webhook that was disabled is made active again with `active`. With another `url`, `sends_leads` is decided anew, by the token that sets it.',
      remove: 'Nothing is sent any more. Its deliveries go with it.',
    },
    checks: {
      create: (input) => checkWebhook(input, parts.webhooks.rules),
      change: (input) => checkWebhook(input, parts.webhooks.rules),
    },
    list: listWebhooks,
    positionOf: newestPosition,
    find: findWebhook,
    present: presentWebhook,
    taggedOf: chosenIn,
    create: (database, author, input, call) => createWebhook(database, parts.keys.webhook, author, input, call),
    change: changeWebhook,
    remove: deleteWebhook,
  }),
  operation({
    ...writes,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{public_id}/rotate',
    ids,
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours deliveries are signed with the old secret, too. If you rotate again within that time, the first of the three secrets ends.',
    answers: { 200: { description: 'The webhook, with its new secret', schema: One(WebhookWithSecret) } },
    changesSettings: true,
    handle: async ({ sql, author, ids }) => ({
      body: { data: await rotateSecret(sql, parts.keys.webhook, author, ids.public_id) },
    }),
  }),
  operation({
    ...writes,
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{public_id}/test',
    ids,
    summary: 'Send a test event to a webhook',
    description:
      'Sends an event of the type `webhook.test`, whose `lead` is null, also if the webhook is not active, and answers what the receiver answered. It is not tried again.',
    answers: { 200: { description: 'What came of it', schema: One(TestResult) } },
    writesNothing: true,
    handle: async (call) => ({ body: { data: await testWebhook(parts, call, call.ids.public_id) } }),
  }),
  operation({
    ...writes,
    id: 'replayWebhook',
    method: 'POST',
    path: '/webhooks/{public_id}/replay',
    ids,
    summary: 'Send events again from a time on',
    description:
      'Sends every event since `from`, also those from before the webhook existed, as far as events are kept (30 days unless set otherwise). Newer events follow after them, in their order. Receivers know by `webhook-id` what they have seen.',
    body: Replay,
    check: ({ from }) =>
      typeof from === 'string' && Date.parse(from) > Date.now() ? { from: ['must not be in the future'] } : {},
    answers: { 202: { description: 'They will be sent', schema: One(Webhook) } },
    errors: ['conflict'],
    handle: async ({ sql, author, actor: { organizationId }, ids, body }) => {
      const from = new Date(Math.max(Date.parse(body.from), Date.now() - parts.keptMs));
      const positionOf = (executor: Parameters<typeof positionSince>[0]) =>
        positionSince(executor, organizationId, from);
      const data = await replayWebhook(sql, author, ids.public_id, body.from, positionOf);
      sql.afterCommit(() => parts.webhooks.nudge(organizationId));
      return { status: 202, body: { data } };
    },
  }),
  operation({
    ...common,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{public_id}/deliveries',
    ids,
    summary: 'List deliveries of a webhook, newest first',
    description: 'Kept as long as events are.',
    ability: 'settings:read',
    query: DeliveryQuery,
    answers: { 200: { description: 'A page of deliveries', schema: List(Delivery) } },
    handle: async (call) => {
      const page = readPage(call);
      const { organizationId } = call.actor;
      const webhook = found(await findWebhook(call.sql, organizationId, call.ids.public_id));
      const status = call.query['filter[status]'];
      const statuses = status === undefined ? deliveryStatuses : [status];
      const rows = await listDeliveries(call.sql, organizationId, webhook.id, statuses, page.after, page.limit);
      return pageReply(call, page, rows, (row) => [row.created_at.toISOString(), row.position], presentDelivery);
    },
  }),
  operation({
    ...writes,
    id: 'redeliver',
    method: 'POST',
    path: '/webhooks/{public_id}/deliveries/{delivery_id}/redeliver',
    ids: { public_id: 'webhook', delivery_id: 'delivery' },
    summary: 'Send a delivery again',
    description: 'At once, with all its retries, whatever became of it.',
    answers: { 202: { description: 'It will be sent', schema: One(Delivery) } },
    errors: ['conflict'],
    handle: async ({ sql, author, ids }) => {
      const data = await redeliver(sql, author, ids.public_id, ids.delivery_id);
      sql.afterCommit(() => parts.webhooks.nudge(author.organizationId));
      return { status: 202, body: { data } };
    },
  }),
];
