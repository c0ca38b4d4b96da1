import type { Static } from 'typebox';
import { OneOf, Shape, Timestamp } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { scoreBands } from '../../scoring/bands.ts';
import { activityKinds } from '../../timeline/kinds.ts';

const points = (example: number) => Type.Number({ examples: [example] });

export const LeadScore = Shape(
  {
    score: Type.Integer({ minimum: 0, maximum: 100, description: '`total`, kept from 0 to 100 and rounded' }),
    score_band: OneOf(scoreBands),
    total: Type.Number({ description: 'The sum of all points below', examples: [61.5] }),
    rules: Type.Array(Shape({ name: Type.String({ examples: ['Has a phone'] }), points: points(25) }), {
      description: 'Rules whose conditions the lead meets',
    }),
    signals: Type.Array(Shape({ activity: OneOf(activityKinds), points: points(11.5) }), {
      description: 'What its activities still count, within the caps',
    }),
    model_version: Type.Integer({ examples: [2] }),
    as_of: Timestamp(),
  },
  { title: 'LeadScore' },
);
export type LeadScore = Static<typeof LeadScore>;
