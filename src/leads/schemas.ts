import type { Static } from 'typebox';
import { Actor } from '../audit/schemas.ts';
import { MOST_PHONE } from '../http/phone.ts';
import { Email, Nullable, OneOf, Patch, PublicId, Reference, Shape, Text, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { statusKinds } from '../pipeline/statuses/schemas.ts';
import { scoreBands } from '../scoring/bands.ts';
import { Activity, Note } from '../timeline/schemas.ts';

const name = (example: string) => Text({ min: 0, max: 100, examples: [example] });
const phone = Type.String({
  maxLength: MOST_PHONE,
  'x-phone': true,
  description: 'An Indian mobile number, however people type it; kept as +91 and ten digits. Finds duplicates.',
  examples: ['+91 98765-43210'],
});
const email = Email('Finds duplicates, without regard to case', 'asha@example.in');
const source = PublicId('source', 'Where the lead came from');
const estimated_value = Type.Number({
  minimum: 0,
  maximum: 9_999_999_999.99,
  'x-decimals': 2,
  description: 'In the organization’s currency; two decimals at most',
  examples: [250_000],
});
const customFields = (examples: object[]) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'By the keys of the organization’s custom fields',
    ...(examples.length > 0 && { examples }),
  });
const custom_fields = customFields([{ product_interest: 'Term plan' }]);

const contact = {
  first_name: Nullable(name('Asha')),
  last_name: Nullable(name('Rao')),
  phone: Nullable(phone),
  email: Nullable(email),
};

export const LeadCreate = Type.Partial(
  Type.Object({
    ...contact,
    source: Nullable(source),
    estimated_value: Nullable(estimated_value),
    custom_fields,
  }),
  {
    additionalProperties: false,
    title: 'LeadCreate',
    examples: [
      {
        first_name: 'Asha',
        last_name: 'Rao',
        phone: '98765 43210',
        email: 'asha@example.in',
        estimated_value: 250_000,
      },
    ],
  },
);
export type LeadCreate = Static<typeof LeadCreate>;

export const LeadPatch = Patch(
  {
    ...contact,
    source: Nullable(source),
    estimated_value: Nullable(estimated_value),
    custom_fields: customFields([]),
    status: PublicId('status', 'Changes the lead without recording a transition: reports will not see the move'),
    owner: Nullable(PublicId('membership', 'Needs the ability leads:assign; null takes the owner away')),
  },
  'LeadPatch',
  [{ last_name: 'Rao', email: null, estimated_value: 300_000 }],
);
export type LeadPatch = Static<typeof LeadPatch>;

export const Move = Shape(
  {
    status: PublicId('status', 'Where the lead goes'),
    note: Type.Optional(Nullable(Text({ min: 0, max: 2_000, lines: 'many', description: 'Kept with the transition' }))),
  },
  { title: 'Move' },
);
export type Move = Static<typeof Move>;

const fields = {
  public_id: PublicId('lead'),
  contact: Shape({
    first_name: Nullable(Type.String({ examples: ['Asha'] })),
    last_name: Nullable(Type.String({ examples: ['Rao'] })),
    phone: Nullable(Type.String({ examples: ['+919876543210'] })),
    email: Nullable(Type.String({ examples: ['asha@example.in'] })),
  }),
  source: Nullable(Reference('source', 'SourceReference', 'Website')),
  status: Shape(
    { public_id: PublicId('status'), name: Type.String({ examples: ['New'] }), kind: OneOf(statusKinds) },
    { title: 'LeadStatus' },
  ),
  owner: Nullable(Reference('membership', 'MembershipReference', 'Ravi Iyer')),
  currency: Type.String({ description: 'ISO 4217, of `estimated_value`', examples: ['INR'] }),
  estimated_value: Nullable(Type.Number({ examples: [250_000] })),
  custom_fields,
  score: Type.Integer({ minimum: 0, maximum: 100, examples: [62] }),
  score_band: OneOf(scoreBands),
  last_activity_at: Timestamp(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};

export const Lead = Shape(fields, { title: 'Lead' });
export type Lead = Static<typeof Lead>;

/** A lead of a list; `stage` is there where the list includes it. */
export const ListedLead = Shape(
  {
    ...fields,
    stage: Type.Optional(
      Shape({ entered_at: Timestamp('When the lead came into its status') }, { title: 'LeadStage' }),
    ),
  },
  { title: 'ListedLead' },
);

export const LeadWithTimeline = Shape(
  { ...fields, activities: Type.Optional(Type.Array(Activity)), notes: Type.Optional(Type.Array(Note)) },
  { title: 'LeadWithTimeline' },
);

/** What a caller learns of a lead that it may not see: that it exists, and what the caller itself sent. */
export const HiddenLead = Shape(
  {
    public_id: PublicId('lead'),
    contact: Shape({ phone: Type.Optional(Type.String()), email: Type.Optional(Type.String()) }),
  },
  { title: 'HiddenLead' },
);

/** What a token that may change a lead and not read it is told of it: the fields that it sent are there, others are not. */
export const PartialLead = Shape(
  {
    public_id: fields.public_id,
    contact: Type.Optional(Type.Partial(fields.contact, { additionalProperties: false })),
    source: Type.Optional(fields.source),
    status: fields.status,
    owner: Type.Optional(fields.owner),
    estimated_value: Type.Optional(fields.estimated_value),
    custom_fields: Type.Optional(customFields([])),
    updated_at: fields.updated_at,
  },
  { title: 'PartialLead', description: 'Without `leads:read`: only what the caller sent, besides id, status and time' },
);
export type PartialLead = Static<typeof PartialLead>;

export const StatusReference = Reference('status', 'StatusReference', 'Contacted');

const told = {
  public_id: PublicId('transition'),
  to: StatusReference,
  note: Nullable(Type.String()),
  actor: Actor,
  occurred_at: Timestamp(),
};

export const Transition = Shape(
  {
    ...told,
    from: Nullable(StatusReference),
    seconds_in_from: Nullable(Type.Integer({ description: 'Whole seconds in the status it came from' })),
  },
  { title: 'Transition' },
);
export type Transition = Static<typeof Transition>;

/** The same for a token without `leads:read`. */
export const PartialTransition = Shape(told, { title: 'PartialTransition' });
