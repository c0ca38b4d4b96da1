import type { Static } from 'typebox';
import { OneOf, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { operators } from '../settings/when.ts';

const Condition = Shape(
  {
    field: Type.String({
      maxLength: 100,
      description: '`source`, `estimated_value`, `email`, `phone`, `first_name`, `last_name` or `custom_fields.<key>`',
      examples: ['estimated_value'],
    }),
    op: OneOf(operators, { examples: ['gte'] }),
    value: Type.Optional(
      Type.Unknown({
        description: 'Of the field’s type; a list for `in` and `not_in`; none for `present` and `absent`',
        examples: [1_000_000],
      }),
    ),
  },
  { title: 'Condition' },
);

export const MOST_CONDITIONS = 50;
/** That have conditions, of one body and of one organization. */
export const MOST_RULES = 200;

/** Conditions that must all hold; empty: always. */
export const WhenSchema = Type.Object(
  { all: Type.Optional(Type.Array(Condition, { maxItems: MOST_CONDITIONS })) },
  {
    additionalProperties: false,
    description: 'Conditions that must all hold; without any, always',
    examples: [{ all: [{ field: 'estimated_value', op: 'gte', value: 1_000_000 }] }],
  },
);
export type WhenSchema = Static<typeof WhenSchema>;
