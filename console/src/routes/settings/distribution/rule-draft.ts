import type { DistributionRule, DraftRule } from '../../../api/distribution.ts';
import type { CreateOf } from '../../../api/settings.ts';
import { type DraftCondition, draftOf, whenOf } from '../../../conditions/draft.ts';
import type { ConditionField } from '../../../conditions/fields.ts';

export type Strategy = DistributionRule['strategy'];
export const strategies: readonly Strategy[] = ['round_robin', 'weighted', 'least_open', 'fixed'];

export interface PoolDraft {
  by: 'team' | 'members';
  team: string;
  members: readonly string[];
}

export interface RuleFields extends Readonly<Record<string, unknown>> {
  name: string;
  when: readonly DraftCondition[];
  strategy: Strategy;
  pool: PoolDraft;
  active: boolean;
}

/** A rule as its form holds it. */
export const fieldsOf = (rule: DistributionRule | null): RuleFields => ({
  name: rule?.name ?? '',
  when: draftOf(rule?.when),
  strategy: rule?.strategy ?? 'round_robin',
  pool: {
    by: rule?.pool.memberships === undefined ? 'team' : 'members',
    team: rule?.pool.team ?? '',
    members: rule?.pool.memberships ?? [],
  },
  active: rule?.active ?? true,
});

type Sent = Pick<CreateOf<'distribution-rules'>, 'name' | 'when' | 'strategy' | 'pool' | 'active'>;

/** As the service takes it: all fields, or those that were changed. */
export function sentOf<Part extends Partial<RuleFields>>(
  part: Part,
  fields: readonly ConditionField[],
): Pick<Sent, keyof Part & keyof Sent> {
  const { when, pool, ...plain } = part;
  return {
    ...plain,
    ...(when !== undefined && { when: whenOf(when, fields) }),
    ...(pool !== undefined && { pool: pool.by === 'team' ? { team: pool.team } : { memberships: [...pool.members] } }),
  } as unknown as Pick<Sent, keyof Part & keyof Sent>;
}

/** All rules with the draft in its place, as a simulation takes them, and where the draft stands among them. */
export function rulesWith(
  rules: readonly DistributionRule[],
  id: string | null,
  draft: RuleFields,
  fields: readonly ConditionField[],
  unnamed: string,
): { rules: DraftRule[]; at: number } {
  const { name, ...sent } = sentOf(draft, fields) as Sent;
  const named = { name: name.trim() === '' ? unnamed : name, ...sent };
  const others = rules.map(({ public_id: _, warnings: __, ...rule }): DraftRule => rule);
  const at = rules.findIndex(({ public_id }) => public_id === id);
  if (at < 0) return { rules: [...others, named], at: others.length };
  const position = rules[at]?.position ?? 1;
  return { rules: others.map((rule, n) => (n === at ? { ...named, position } : rule)), at };
}
