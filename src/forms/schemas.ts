import type { Static } from 'typebox';
import { MOST_ORIGIN } from '../http/origins.ts';
import { Name, Nullable, Patch, PublicId, Reference, Shape, Text, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { LeadCreate } from '../leads/schemas.ts';
import { visibleWords } from './page/visible-words.ts';

/** People never see this field: who fills it in is a robot. Browsers do not fill in a field of this name by themselves. */
export const HONEYPOT = 'homepage_url';

export const MOST_FIELDS = 50;
export const MOST_ORIGINS = 50;

export const DEFAULT_SUCCESS = visibleWords.en.success;

const field = Type.String({
  maxLength: 100,
  description: '`first_name`, `last_name`, `phone`, `email`, `estimated_value` or `custom_fields.<key>`',
  examples: ['phone'],
});
const label = Nullable(Text({ max: 200, description: 'What visitors read; null: a label in their language' }));
const required = Type.Boolean({ description: 'A submission without it is refused' });

const name = Name('What people read, visitors too: the heading of the hosted page', 'Website enquiry');
const fields = Type.Array(
  Shape({ field, label: Type.Optional(label), required: Type.Optional(required) }, { title: 'FormFieldInput' }),
  {
    minItems: 1,
    maxItems: MOST_FIELDS,
    description: 'What visitors are asked, in this order; each field once, and a phone or an email among them',
    examples: [
      [
        { field: 'first_name', label: 'Your name' },
        { field: 'phone', required: true },
      ],
    ],
  },
);
const source = Nullable(PublicId('source', 'Source of the leads that come in through the form'));
const allowed_origins = Type.Array(Type.String({ maxLength: MOST_ORIGIN }), {
  maxItems: MOST_ORIGINS,
  uniqueItems: true,
  description:
    'Other sites whose pages may send to the form and embed it: scheme, host and port; none: only our own pages',
  examples: [['https://www.example.in']],
});
const active = Type.Boolean({ description: 'A form that is not active answers as if it did not exist' });
const success_message = Nullable(
  Text({
    max: 500,
    lines: 'many',
    description: 'What visitors read when it is sent; null: a default one, in their language',
  }),
);

export const FormField = Shape({ field, label, required }, { title: 'FormField' });
export type FormField = Static<typeof FormField>;

export const Form = Shape(
  {
    public_id: PublicId('form'),
    name,
    source: Nullable(Reference('source', 'SourceReference', 'Website')),
    fields: Type.Array(FormField),
    allowed_origins: Type.Array(Type.String({ examples: ['https://www.example.in'] })),
    active,
    success_message: Type.String({ examples: [DEFAULT_SUCCESS] }),
    url: Type.String({
      description: 'Address of the hosted page',
      examples: ['https://leads.example.in/f/form_01k5p3c6m8q2r4s6t8v0w2x4z6'],
    }),
    embed: Type.String({
      description: 'The line that puts the form into another page, whose origin must be allowed',
      examples: ['<script src="https://leads.example.in/f/form_01k5p3c6m8q2r4s6t8v0w2x4z6/embed.js" async></script>'],
    }),
    warnings: Type.Array(Type.String(), {
      description: 'What has changed around the form since it was saved, and keeps it from working as meant',
      examples: [[]],
    }),
    created_at: Timestamp(),
  },
  { title: 'Form' },
);
export type Form = Static<typeof Form>;

export const FormCreate = Shape(
  {
    name,
    fields,
    source: Type.Optional(source),
    allowed_origins: Type.Optional(allowed_origins),
    active: Type.Optional(active),
    success_message: Type.Optional(success_message),
  },
  { title: 'FormCreate' },
);
export type FormCreate = Static<typeof FormCreate>;

export const FormPatch = Patch({ name, fields, source, allowed_origins, active, success_message }, 'FormPatch');
export type FormPatch = Static<typeof FormPatch>;

const { source: _, ...asked } = LeadCreate.properties;

export const Submission = Type.Partial(
  Type.Object({
    ...asked,
    started: Type.String({
      maxLength: 100,
      description: 'From the hosted page: when it was opened. Own pages and servers leave it out',
    }),
    [HONEYPOT]: Type.String({
      maxLength: 1_000,
      description: 'A trap for robots, which people never see: leave it out, or empty',
      examples: [''],
    }),
  }),
  {
    additionalProperties: false,
    title: 'Submission',
    description: 'The fields that the form asks for, as in creating a lead',
    examples: [{ first_name: 'Asha', phone: '+91 98765-43210' }],
  },
);
export type Submission = Static<typeof Submission>;

export const Received = Shape({ received: Type.Boolean({ examples: [true] }) }, { title: 'Received' });
