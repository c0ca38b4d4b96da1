import type { Static } from 'typebox';
import { LeadId } from '../events/schemas.ts';
import { eventTypes } from '../events/types.ts';
import { pageParameters } from '../http/pagination.ts';
import { Nullable, OneOf, Patch, PublicId, Shape, Text, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';

export const EVERY_EVENT = '*';
const MOST_URL = 2_000;

const url = Text({
  max: MOST_URL,
  description:
    'Where deliveries go: `https`, at a public address, without a user name or password. Redirects are not followed',
  examples: ['https://example.in/leadline'],
});
const events = Type.Array(OneOf([...eventTypes, EVERY_EVENT]), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'Types of events to send, or only `*` for all of them, also those to come',
  examples: [['lead.created', 'lead.moved']],
});
const active = Type.Boolean({
  description:
    'Nothing is sent while it is false; made true again, it goes on where it stopped, as far as events are kept',
});
const description = Nullable(
  Text({ max: 500, description: 'For people', examples: ['Sends new leads to the dialler'] }),
);

const fields = {
  public_id: PublicId('webhook'),
  url,
  sends_leads: Type.Boolean({
    description:
      'Whether events hold the lead and the values of changes. False: only the public id of the lead and the fields that changed, because the token that set `url` lacked `leads:read` or `events:read`',
    examples: [true],
  }),
  events,
  active,
  description,
  failing_since: Nullable(Timestamp('The first failure since the last success; null: the last attempt succeeded')),
  disabled_reason: Nullable(
    Type.String({
      description: 'Why the service itself set `active` to false',
      examples: ['The receiver answered 410 Gone.'],
    }),
  ),
  created_at: Timestamp(),
};

export const Webhook = Shape(fields, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Shape(
  {
    ...fields,
    secret: Type.String({
      description: 'Signs the deliveries, as Standard Webhooks has it. It is shown this once',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD+Rm1FvUC0Xs='],
    }),
  },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const WebhookCreate = Shape(
  { url, events, active: Type.Optional(active), description: Type.Optional(description) },
  { title: 'WebhookCreate' },
);
export type WebhookCreate = Static<typeof WebhookCreate>;

export const WebhookPatch = Patch({ url, events, active, description }, 'WebhookPatch');
export type WebhookPatch = Static<typeof WebhookPatch>;

const outcome = {
  status: Nullable(Type.Integer({ description: 'Of the receiver’s answer; null: there was none', examples: [204] })),
  duration_ms: Type.Integer({ examples: [87] }),
  error: Nullable(Type.String({ description: 'Why it failed, where the status does not say it' })),
};

export const TestResult = Shape(
  { event: Shape({ public_id: PublicId('event'), type: OneOf(['webhook.test']) }), ...outcome },
  { title: 'WebhookTestResult' },
);
export type TestResult = Static<typeof TestResult>;

const Attempt = Shape({ at: Timestamp(), ...outcome }, { title: 'WebhookAttempt' });
export type Attempt = Static<typeof Attempt>;

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const Delivery = Shape(
  {
    public_id: PublicId('delivery'),
    event: Shape({ public_id: PublicId('event'), type: OneOf(eventTypes) }),
    lead: Type.Union([LeadId, Type.Null()], { description: 'The lead that it is about; null once that is erased' }),
    status: OneOf(deliveryStatuses),
    attempts: Type.Array(Attempt, { description: 'The latest 12, oldest first' }),
    next_attempt_at: Nullable(Timestamp('Null where it is over')),
    created_at: Timestamp(),
  },
  { title: 'WebhookDelivery' },
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryQuery = Shape({
  'filter[status]': Type.Optional(OneOf(deliveryStatuses, { description: 'Only deliveries of this status' })),
  ...pageParameters,
});

export const Replay = Shape(
  { from: Timestamp('Events since then are sent again, as far as they are kept') },
  { title: 'WebhookReplay' },
);
export type Replay = Static<typeof Replay>;
