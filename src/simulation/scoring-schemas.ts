import type { Static } from 'typebox';
import { OneOf, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { count } from '../reports/meta.ts';
import { scoreBands } from '../scoring/bands.ts';

const band = (description: string) => OneOf(scoreBands, { description, examples: ['hot'] });

export const ScoringSimulation = Shape(
  {
    leads: count('Open leads that the token may see'),
    sampled: count(
      'How many of them were scored with both models; all other figures count these. Fewer than `leads` where there are many: a random sample',
    ),
    bands: Type.Array(
      Shape(
        {
          band: band('From hot to cold'),
          actual: count('Leads in this band now'),
          simulated: count('Leads that would be in this band'),
        },
        { title: 'SimulatedBand' },
      ),
    ),
    changes: Type.Array(
      Shape(
        { from: band('Where the leads are now'), to: band('Where they would be'), leads: count('How many') },
        { title: 'SimulatedBandChange' },
      ),
      { description: 'Leads that would change their band; empty: none would' },
    ),
  },
  { title: 'ScoringSimulation' },
);
export type ScoringSimulation = Static<typeof ScoringSimulation>;
