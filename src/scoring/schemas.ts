import type { Static } from 'typebox';
import { MOST_RULES, WhenSchema } from '../conditions/schemas.ts';
import { Name, Nullable, OneOf, Shape, Timestamp } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { activityKinds } from '../timeline/kinds.ts';

export const MOST_SIGNALS = 50;

const points = (description: string, example: number) =>
  Type.Number({ minimum: -100, maximum: 100, 'x-decimals': 2, description, examples: [example] });

export const ScoreBands = Shape(
  {
    hot: Type.Integer({ minimum: 2, maximum: 100, description: 'Least score of a hot lead', examples: [70] }),
    warm: Type.Integer({
      minimum: 1,
      maximum: 99,
      description: 'Least score of a warm lead; below is cold',
      examples: [40],
    }),
  },
  { title: 'ScoreBands' },
);

const when = {
  ...WhenSchema,
  examples: [{ all: [{ field: 'estimated_value', op: 'gte', value: 1_000_000 }] }],
} as typeof WhenSchema;

const rule = {
  name: Name('Shown in explanations', 'Is worth ten lakh or more'),
  points: points('Added where the conditions hold', 15),
};
const signal = {
  activity: OneOf(activityKinds, { description: 'Kind of activity; each once', examples: ['meeting'] }),
  points: points('Of one activity, when it happens', 15),
};
const half_life_days = Nullable(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 3_650,
    description: 'After so many days an activity counts half; null: it does not fade',
    examples: [30],
  }),
);
const cap = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Most points, up or down, of all activities of this kind together; null: no bound',
    examples: [30],
  }),
);

export const ScoringReplacement = Shape(
  {
    bands: Type.Optional(ScoreBands),
    rules: Type.Optional(
      Type.Array(Shape({ ...rule, when: Type.Optional(when) }, { title: 'ScoringRuleInput' }), {
        maxItems: MOST_RULES,
      }),
    ),
    signals: Type.Optional(
      Type.Array(
        Shape(
          { ...signal, half_life_days: Type.Optional(half_life_days), cap: Type.Optional(cap) },
          { title: 'SignalInput' },
        ),
        { maxItems: MOST_SIGNALS },
      ),
    ),
  },
  { title: 'ScoringReplacement' },
);
export type ScoringReplacement = Static<typeof ScoringReplacement>;

const Rescoring = Shape(
  {
    version: Type.Integer({ description: 'Of the model that leads are being scored with' }),
    leads: Nullable(Type.Integer({ description: 'How many there are; null until they have been counted' })),
    rescored: Type.Integer({ description: 'How many of them are done' }),
    started_at: Timestamp(),
    finished_at: Nullable(Timestamp('Null while it goes on')),
  },
  {
    title: 'Rescoring',
    description:
      'How far leads have been scored with the model. Null until the model has been replaced, and for callers who do not see all leads of the organization',
  },
);

export const Scoring = Shape(
  {
    version: Type.Integer({ description: 'Counted on with every change of the model', examples: [2] }),
    bands: ScoreBands,
    rules: Type.Array(Shape({ ...rule, when }, { title: 'ScoringRule' })),
    signals: Type.Array(Shape({ ...signal, half_life_days, cap }, { title: 'Signal' })),
    warnings: Type.Array(Type.String(), {
      description: 'What rules name that has been archived, or no longer fits a changed custom field',
    }),
    rescoring: Nullable(Rescoring),
  },
  { title: 'Scoring' },
);
export type Scoring = Static<typeof Scoring>;
