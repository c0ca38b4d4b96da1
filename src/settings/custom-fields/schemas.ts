import type { Static } from 'typebox';
import { OneOf, Patch, PublicId, Shape, Text } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';

export const fieldTypes = ['text', 'number', 'boolean', 'date', 'select', 'multi_select'] as const;
export type FieldType = (typeof fieldTypes)[number];

const key = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,62}$',
  'x-message': 'must begin with a small letter and hold only small letters, digits and _ (63 characters at most)',
  description: 'Name of the value in a lead’s `custom_fields`; unique, and fixed once made',
  examples: ['product_interest'],
});
const label = Text({ max: 100, description: 'What people read; the key unless set', examples: ['Product interest'] });
const type = OneOf(fieldTypes, { examples: ['select'] });
const required = Type.Boolean({ description: 'A lead cannot be created without it' });
export const MOST_OPTION_CHARACTERS = 100;
const options = Type.Array(Text({ max: MOST_OPTION_CHARACTERS }), {
  maxItems: 200,
  uniqueItems: true,
  description: 'Allowed values of the select types; empty for the others',
  examples: [['Term plan', 'Health plan']],
});
const archived = Type.Boolean({
  description: 'An archived field is kept for the leads that have it, and refused for others',
});

export const CustomField = Shape(
  { public_id: PublicId('customField'), key, label, type, required, options, archived },
  { title: 'CustomField' },
);
export type CustomField = Static<typeof CustomField>;

export const CustomFieldCreate = Shape(
  {
    key,
    type,
    label: Type.Optional(label),
    required: Type.Optional(required),
    options: Type.Optional(options),
    archived: Type.Optional(archived),
  },
  {
    title: 'CustomFieldCreate',
    examples: [
      { key: 'budget_range', type: 'select', label: 'Budget range', options: ['Below 50 lakh', '50 lakh and more'] },
    ],
  },
);
export type CustomFieldCreate = Static<typeof CustomFieldCreate>;

export const CustomFieldPatch = Patch({ label, type, required, options, archived }, 'CustomFieldPatch', [
  { label: 'Budget' },
]);
export type CustomFieldPatch = Static<typeof CustomFieldPatch>;
