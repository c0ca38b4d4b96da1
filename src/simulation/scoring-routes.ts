import { requireAbility } from '../http/authenticate.ts';
import { One } from '../http/schema.ts';
import { operation } from '../operation.ts';
import type { Reports } from '../reports/reading.ts';
import { ScoringReplacement } from '../scoring/schemas.ts';
import { checkModel, checkModelReferences, modelOf } from '../scoring/scoring.ts';
import { statusIdsOf } from '../settings/snapshot.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { countOpenLeads, drawOpenLeads } from './queries.ts';
import { MOST_SCORED, simulateScoring } from './scoring.ts';
import { ScoringSimulation } from './scoring-schemas.ts';

export const scoringSimulationOperations = ({ simulations, reports }: { simulations: FairSlots; reports: Reports }) => [
  operation({
    id: 'simulateScoring',
    method: 'POST',
    path: '/scoring/simulate',
    tag: 'Scoring',
    summary: 'Try out a scoring model',
    description:
      'Takes a model as `PUT /scoring` does, and answers how many open leads, as far as the token may see them, are in each band now and would be under this model. Where there are more than 10,000 of them, or a large model takes too long, it counts a random sample: `sampled` of `leads`. Needs the ability `leads:read`, too. Nothing is written.',
    ability: 'settings:read',
    // Conditions of a draft, tried on leads that are there, would be a way to read them.
    requireCaller: (actor) => requireAbility({ actor }, 'leads:read'),
    scope: 'leads',
    headers: { 'Idempotency-Key': 'Taken, and not needed: nothing is written, so it may be sent again as it is.' },
    writesNothing: true,
    body: ScoringReplacement,
    check: (input, settings) => ({ ...checkModelReferences(input, settings), ...checkModel(input) }),
    answers: { 200: { description: 'Leads by band, now and then', schema: One(ScoringSimulation) } },
    handle: async (call) => {
      const { sql, actor, settings } = call;
      const signal = call.hangUp();
      const open = statusIdsOf(settings, 'open');
      // Before a slot is taken: it must not be held while a report of the organization runs.
      const sample = await reports.read(call, async (sql) => ({
        leads: await countOpenLeads(sql, actor, open),
        ids: await drawOpenLeads(sql, actor, open, MOST_SCORED),
      }));
      const release = await simulations.take(actor, signal);
      try {
        const draft = modelOf(call.body, settings.scoring.version + 1);
        return { body: { data: await simulateScoring(sql, actor, settings, draft, sample, signal) } };
      } finally {
        release();
      }
    },
  }),
];
