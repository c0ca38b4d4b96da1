import { parseDateRange } from '../date-range.ts';
import type { Database } from '../db/sql.ts';
import { listed } from '../distribution/explanation.ts';
import { planFor } from '../distribution/plan.ts';
import { Rotation } from '../distribution/rotation.ts';
import { presentCandidates } from '../leads/assignment/present.ts';
import { referenceOrNull } from '../leads/render.ts';
import type { LeadCreate } from '../leads/schemas.ts';
import { invalid } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { SlotLimits } from '../slots/fair-slots.ts';
import type { TriedRule } from './draft-rules.ts';
import type { SimulatedAssignment } from './schemas.ts';

/** One of an organization at a time: with thousands of candidates a simulation takes some fifty milliseconds. */
export const previewLimits: SlotLimits = {
  slots: 4,
  slotsEach: 1,
  waiting: 500,
  waitingEach: 50,
  acquireMs: 5_000,
  mostRestMs: 500,
};

/** Who would get this lead now, and why. */
export async function simulateOne(
  database: Database,
  settings: Settings,
  rules: readonly TriedRule[],
  lead: LeadCreate,
): Promise<SimulatedAssignment> {
  const facts = {
    first_name: lead.first_name || null,
    last_name: lead.last_name || null,
    phone: lead.phone ?? null,
    email: lead.email ?? null,
    source: lead.source ?? null,
    estimated_value: lead.estimated_value ?? null,
    custom_fields: lead.custom_fields ?? {},
  };
  const plan = planFor(settings, rules, facts, new Date());
  const choice = await database.begin(async (sql) => {
    const rotation = new Rotation(settings);
    await rotation.read(sql, [plan]);
    return rotation.preview(plan);
  });
  const { shown, more } = listed(choice.candidates);
  const rule = rules.find(({ id }) => id === choice.ruleId);
  return {
    owner: referenceOrNull(settings.memberships, choice.ownerId),
    rule: rule === undefined ? null : { public_id: rule.public_id, name: rule.name },
    strategy: choice.strategy,
    candidates: presentCandidates(settings, shown),
    more_candidates: more,
  };
}

export function readRange(settings: Settings, text: string) {
  const range = parseDateRange(text, settings.organization.timeZone, new Date());
  if (typeof range === 'string') throw invalid({ 'filter.created_at': [range] });
  return range;
}
