import { Shape } from '../../http/schema.ts';
import { operation } from '../../operation.ts';
import { invalid } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { cohortFaults, cohortParameters, readCohort } from '../cohort.ts';
import { ratio, replicaMetaOf } from '../meta.ts';
import type { Reports } from '../reading.ts';
import { countGiven, type GivenRow, listRulesById, type NamedRule } from './queries.ts';
import { DistributionReport, DistributionReportMeta } from './schemas.ts';

const DEFINITION =
  'Leads created in the range, by the rule that assigned them. turns: leads assigned. actual_share: a member’s turns by all turns of the rule. expected_share: for each turn, the member’s weight by the weights of all who could have taken the lead, summed over the turns that the rule gave by round_robin or weighted and divided by their number (turns_with_shares); null where there is none. caps_hit: decisions in which a cap stood in the way. Of decisions among more than 500 candidates only the turns are counted.';

/** Members by rule: what an answer of a few megabytes holds. */
const MOST_SHARES = 20_000;

/** A decision is made once, and not as of another moment. */
const { as_of: _asOf, ...parameters } = cohortParameters;

export const distributionReport = (reports: Reports) =>
  operation({
    id: 'reportDistribution',
    method: 'GET',
    path: '/reports/distribution',
    tag: 'Reports',
    summary: 'How fairly leads were assigned',
    ability: 'reports:read',
    scope: 'leads',
    query: Shape(parameters),
    answers: {
      200: { description: 'The report', schema: Shape({ data: DistributionReport, meta: DistributionReportMeta }) },
    },
    checkQuery: cohortFaults,
    handle: async (call) => {
      const { actor, settings, query } = call;
      const cohort = readCohort(settings, query);
      const { given, rules, leads, waiting, known } = await reports.read(call, async (sql, knownUntil) => {
        const decided = await countGiven(sql, actor, cohort, MOST_SHARES + 1);
        const ruleIds = [...new Set(decided.given.flatMap(({ rule_id }) => rule_id ?? []))];
        const rules = await listRulesById(sql, actor.organizationId, ruleIds);
        return { ...decided, rules, known: replicaMetaOf(knownUntil) };
      });
      if (given.length > MOST_SHARES) {
        throw invalid({
          'filter[created_at]': [
            `gives more than ${MOST_SHARES} rows of rules and members: choose a shorter range, or filter by team or owner`,
          ],
        });
      }
      return {
        body: {
          data: { rules: reportDistribution(settings, rules, given) },
          meta: {
            definition: DEFINITION,
            from: cohort.from?.toISOString() ?? null,
            to: cohort.before?.toISOString() ?? null,
            cohort_size: leads,
            waiting,
            ...known,
          },
        },
      };
    },
  });

type Rule = DistributionReport['rules'][number];

/** Shares by rule and member: what was due against what each got. In the order in which rules are tried; the fallback last. */
const reportDistribution = (settings: Settings, rules: readonly NamedRule[], rows: readonly GivenRow[]): Rule[] =>
  [...rules, undefined].flatMap((rule) => {
    const given = rows.filter(({ rule_id }) => rule_id === (rule?.id ?? null));
    return given.length === 0 ? [] : [reportRule(settings, rule, given)];
  });

function reportRule(settings: Settings, rule: NamedRule | undefined, given: readonly GivenRow[]): Rule {
  const turns = given.reduce((sum, row) => sum + row.turns, 0);
  const withShares = given.reduce((sum, row) => sum + row.with_shares, 0);
  const isCut = given.some(({ is_cut }) => is_cut);
  const members = given.flatMap(({ membership_id, turns: mine, expected, open_cap, daily_cap }) => {
    const member = settings.memberships.byId.get(membership_id);
    if (member === undefined) return [];
    return [
      {
        membership: { public_id: member.public_id, name: member.name },
        turns: mine,
        expected_share: isCut ? null : ratio(expected ?? 0, withShares),
        actual_share: ratio(mine, turns),
        caps_hit: { open_cap, daily_cap },
      },
    ];
  });
  return {
    rule: rule === undefined ? null : { public_id: rule.public_id, name: rule.name },
    strategy: rule === undefined ? 'round_robin' : rule.strategy,
    turns,
    turns_with_shares: withShares,
    members: members.sort((one, other) => (one.membership.name < other.membership.name ? -1 : 1)),
  };
}
