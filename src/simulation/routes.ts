import { isRecord } from '../http/record.ts';
import { One } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { checkCustomValues } from '../leads/writing/custom-values.ts';
import { usableSource } from '../leads/writing/patch.ts';
import { operation } from '../operation.ts';
import { type FieldErrors, faultsOf } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { checkDrafts, rulesToTry } from './draft-rules.ts';
import { replay } from './replay.ts';
import { Replay, SimulatedAssignment, Simulation } from './schemas.ts';
import { readRange, simulateOne } from './simulate.ts';

type Parts = Record<'simulations' | 'previews', FairSlots>;

export const simulationOperations = ({ simulations, previews }: Parts) => [
  operation({
    id: 'simulateDistribution',
    method: 'POST',
    path: '/distribution-rules/simulate',
    tag: 'Distribution rules',
    summary: 'Try out distribution rules',
    description:
      'With `lead`: who would get it now, and why. With `filter`: the leads of a date range, as far as the token may see them, assigned once more under these rules: who would have got how many, against who has them. Without `rules`, those in force. `filter` needs the ability `leads:read`, too. Nothing is written. A range of more than 50,000 leads, or one that takes too long under many rules, is refused (422): choose a shorter one.',
    ability: 'settings:read',
    // Conditions of draft rules, tried on leads that are there, would be a way to read them.
    alsoNeeds: (body) => (Object.hasOwn(body, 'filter') ? ['leads:read'] : []),
    scope: 'leads',
    headers: { 'Idempotency-Key': 'Taken, and not needed: nothing is written, so it may be sent again as it is.' },
    writesNothing: true,
    body: Simulation,
    check: checkSimulation,
    answers: {
      200: { description: 'What would happen', schema: One(Type.Union([SimulatedAssignment, Replay])) },
    },
    handle: async ({ sql, actor, settings, body, hangUp }) => {
      const rules = rulesToTry(settings, body.rules);
      const range = body.filter && readRange(settings, body.filter.created_at);
      const signal = hangUp();
      const slots = range === undefined ? previews : simulations;
      const release = await slots.take(actor, signal);
      try {
        const data =
          range === undefined
            ? await simulateOne(sql, settings, rules, body.lead ?? {})
            : await replay(sql, actor, settings, rules, range, signal);
        return { body: JSON.stringify({ data }) };
      } finally {
        release();
      }
    },
  }),
];

function checkSimulation({ rules, lead, filter }: Simulation, settings: Settings): FieldErrors {
  const errors = checkDrafts(rules, settings);
  if ((lead === undefined) === (filter === undefined)) errors.lead = ['must be given, or filter; not both'];
  const range = filter?.created_at;
  const source = lead?.source;
  const ofLead = {
    ...(isRecord(lead?.custom_fields) && checkCustomValues(settings, lead.custom_fields)),
    ...(typeof source === 'string' && faultsOf(() => usableSource(settings, source))),
  };
  for (const [field, messages] of Object.entries(ofLead)) errors[`lead.${field}`] = messages;
  return { ...errors, ...(typeof range === 'string' && faultsOf(() => readRange(settings, range))) };
}
