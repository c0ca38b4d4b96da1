import type { Distribution, DistributionMeta } from '../../api/reports.ts';
import type { FigureRow } from './figure-table.tsx';

type Rule = Distribution['rules'][number];
type Member = Rule['members'][number];

/** What a member got by a rule, and what was due to it. */
export interface Share {
  got: number;
  /** Null where the rule knows no shares. */
  expected: number | null;
  actualShare: number | null;
  expectedShare: number | null;
  openCap: number;
  dailyCap: number;
  /** Made when it is shown: there may be 20,000 rows. */
  link: (figure: 'assigned' | 'open_cap' | 'daily_cap') => string;
}

export interface RuleShares {
  key: string;
  /** Null: no rule matched. */
  name: string | null;
  strategy: Rule['strategy'];
  turns: number;
  /** Where the strategy was changed: how many turns were by one that knows shares. Null: it was not, or no share is shown. */
  withShares: number | null;
  link: string;
  isCut: boolean;
  rows: FigureRow<Share>[];
}

/** The address of a figure's leads, as other reports bring it: this one may have 20,000 rows. */
export const assignmentLink = (
  { from, to }: DistributionMeta,
  filters: Readonly<Record<string, string>>,
  figure: Readonly<Record<string, string>>,
): string => {
  const last = to === null ? '' : new Date(Date.parse(to) - 1).toISOString();
  const range = from === null && to === null ? '0001-01-01..' : `${from ?? ''}..${last}`;
  const named = Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value]);
  const query = new URLSearchParams([['filter[created_at]', range], ...named, ...Object.entries(figure)] as string[][]);
  return `/api/v1/reports/leads?${query}`;
};

const keyOf = ({ rule }: Rule): string => rule?.public_id ?? 'none';

/** With its name, which an agent could not look up. */
const namedRule = (rule: Rule) => ({ rule: keyOf(rule), ...(rule.rule !== null && { rule_name: rule.rule.name }) });

interface Answer {
  data: Distribution;
  meta: DistributionMeta;
}

/** The rules with their members, most leads first, each with the same of the period before. */
export function sharesOf(
  now: Answer,
  before: Answer | null,
  filters: Readonly<Record<string, string>>,
  knowsExpected: boolean,
): RuleShares[] {
  const share = (rule: Rule, member: Member, meta: DistributionMeta): Share => {
    const all = shareOf(rule, member, meta, filters);
    return knowsExpected ? all : { ...all, expected: null, expectedShare: null };
  };
  return now.data.rules.map((rule) => {
    const key = keyOf(rule);
    const old = before?.data.rules.find((one) => keyOf(one) === key);
    const oldMembers = new Map(old?.members.map((member) => [member.membership.public_id, member]));
    const rows = rule.members.map((member): FigureRow<Share> => {
      const was = oldMembers.get(member.membership.public_id);
      return {
        key: member.membership.public_id,
        name: member.membership.name,
        now: share(rule, member, now.meta),
        before: before === null ? undefined : was && old ? share(old, was, before.meta) : null,
      };
    });
    return {
      key,
      name: rule.rule?.name ?? null,
      strategy: rule.strategy,
      turns: rule.turns,
      withShares: knowsExpected && isChanged(rule) ? rule.turns_with_shares : null,
      link: assignmentLink(now.meta, filters, { figure: 'assigned', ...namedRule(rule) }),
      isCut: rule.turns_with_shares > 0 && rule.members.some(({ expected_share }) => expected_share === null),
      rows: rows.sort((one, other) => other.now.got - one.now.got),
    };
  });
}

/** Whether some turns were by a strategy that knows shares and some were not, or all were by another one than today's. */
const isChanged = ({ strategy, turns, turns_with_shares: known }: Rule): boolean =>
  known !== (strategy === 'round_robin' || strategy === 'weighted' ? turns : 0);

function shareOf(rule: Rule, member: Member, meta: DistributionMeta, filters: Readonly<Record<string, string>>): Share {
  // Where the strategy was changed, what is expected of some turns cannot be compared with all that it got.
  const expectedShare = rule.turns_with_shares === rule.turns ? member.expected_share : null;
  return {
    got: member.turns,
    expected: expectedShare === null ? null : expectedShare * rule.turns,
    actualShare: member.actual_share,
    expectedShare,
    openCap: member.caps_hit.open_cap,
    dailyCap: member.caps_hit.daily_cap,
    link: (figure) =>
      assignmentLink(meta, filters, { figure, ...namedRule(rule), member: member.membership.public_id }),
  };
}
