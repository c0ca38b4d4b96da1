import type { Static } from 'typebox';
import { Nullable, Reference, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { count, link } from '../meta.ts';

const Stage = Shape(
  {
    status: Reference('status', 'StatusReference', 'Contacted'),
    entered: count('Leads with a recorded entry into this stage'),
    reached: count('Leads with a recorded entry into this stage or a later one'),
    share: Nullable(Type.Number({ description: 'Of the cohort: reached by its size' })),
    step_conversion: Nullable(Type.Number({ description: 'Reached of the next stage by reached of this one' })),
    lost: count('Leads that came no further than here and are lost'),
    open: count('Leads that came no further than here and are not lost'),
    value: Type.Number({ description: 'Estimated values of the leads that reached it, summed' }),
    links: Shape({
      leads: link('The leads that reached it'),
      entered: link('The leads that entered it'),
      lost: link('The leads that were lost here'),
      open: link('The leads that are open here'),
    }),
  },
  { title: 'FunnelStage' },
);

export const Funnel = Shape(
  {
    stages: Type.Array(Stage, { description: 'The open statuses in order, then won' }),
    won: count('Leads that are won'),
    lost: count('Leads that are lost'),
    open: count('Leads that are neither'),
    links: Shape({ won: link('The won leads'), lost: link('The lost leads'), open: link('The open leads') }),
  },
  { title: 'Funnel' },
);
export type Funnel = Static<typeof Funnel>;
