import type { Strategy } from '../../distribution/strategies.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { GivenRow, NamedRule } from './queries.ts';
import type { DistributionReport } from './schemas.ts';

type Rule = DistributionReport['rules'][number];

/** Shares by rule and member: what was due against what each got. */
export function reportDistribution(settings: Settings, rules: readonly NamedRule[], rows: readonly GivenRow[]): Rule[] {
  const byRule = new Map<string | null, GivenRow[]>();
  for (const row of rows) {
    const given = byRule.get(row.rule_id);
    if (given === undefined) byRule.set(row.rule_id, [row]);
    else given.push(row);
  }
  // In the order in which rules are tried; the fallback last.
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const places = new Map(rules.map(({ id }, n) => [id, n]));
  const orderOf = (ruleId: string | null) => places.get(ruleId ?? '') ?? Number.MAX_SAFE_INTEGER;
  return [...byRule]
    .map(([ruleId, given]) => ({ order: orderOf(ruleId), rule: reportRule(settings, byId.get(ruleId ?? ''), given) }))
    .sort((one, other) => one.order - other.order)
    .map(({ rule }) => rule);
}

function reportRule(settings: Settings, rule: NamedRule | undefined, given: readonly GivenRow[]): Rule {
  const turns = given.reduce((sum, row) => sum + row.turns, 0);
  const share = (part: number | null) => (part === null || turns === 0 ? null : round(part / turns));
  const members = given.flatMap(({ membership_id, turns, expected, open_cap, daily_cap }) => {
    const member = settings.memberships.byId.get(membership_id);
    if (member === undefined) return [];
    return [
      {
        membership: { public_id: member.public_id, name: member.name },
        turns,
        expected_share: share(knowsShares(rule?.strategy) ? (expected ?? 0) : expected),
        actual_share: share(turns),
        caps_hit: { open_cap, daily_cap },
      },
    ];
  });
  return {
    rule: rule === undefined ? null : { public_id: rule.public_id, name: rule.name },
    strategy: rule === undefined ? 'round_robin' : rule.strategy,
    turns,
    members: members.sort((one, other) => (one.membership.name < other.membership.name ? -1 : 1)),
  };
}

/** The fallback goes by turns too. */
const knowsShares = (strategy: Strategy = 'round_robin') => strategy === 'round_robin' || strategy === 'weighted';

/** Six decimals: shares of a million leads can still be told apart. */
const round = (share: number): number => Math.round(share * 1e6) / 1e6;
