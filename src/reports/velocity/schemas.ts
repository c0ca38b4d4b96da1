import type { Static } from 'typebox';
import { Nullable, Reference, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { count, link } from '../meta.ts';

const seconds = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

const Stage = Shape(
  {
    status: Reference('status', 'StatusReference', 'Contacted'),
    finished: Shape({
      count: count('Visits that ended; a lead that comes back makes another visit'),
      mean: seconds('Seconds'),
      median: seconds('Seconds'),
      p75: seconds('Seconds'),
      p90: seconds('Seconds'),
    }),
    unfinished: Shape({ count: count('Visits that go on'), median_age: seconds('Seconds') }),
    links: Shape({ finished: link('Leads with a finished visit'), unfinished: link('Leads that are there') }),
  },
  { title: 'StageVelocity' },
);

const Cycle = Shape(
  {
    count: count('Leads'),
    median: seconds('Seconds since creation'),
    p90: seconds('Seconds since creation'),
    links: Shape({ leads: link('These leads') }),
  },
  { title: 'Cycle' },
);

export const Velocity = Shape(
  {
    stages: Type.Array(Stage),
    cycle: Shape({ won: Cycle, lost: Cycle }),
    sales_velocity: Shape(
      {
        per_day: Nullable(
          Type.Number({
            description: 'open × win_rate × mean_won_value ÷ mean_cycle_days, in the organization’s currency',
          }),
        ),
        open: count('Leads that are neither won nor lost'),
        win_rate: Nullable(Type.Number({ description: 'Won by won and lost' })),
        mean_won_value: Nullable(Type.Number({ description: 'A won lead without a value counts as 0' })),
        mean_cycle_days: Nullable(Type.Number({ description: 'From creation to the win' })),
      },
      { title: 'SalesVelocity' },
    ),
  },
  { title: 'Velocity' },
);
export type Velocity = Static<typeof Velocity>;
