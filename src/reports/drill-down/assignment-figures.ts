import type { Values } from '../../db/values.ts';
import type { FieldErrors } from '../../problems.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { NONE } from '../conversion/groups.ts';

/** What the distribution report counts: decisions on who gets a lead. */
export const assignmentFigures = ['decided', 'waiting', 'assigned', 'open_cap', 'daily_cap'] as const;
export type AssignmentFigure = (typeof assignmentFigures)[number];

export interface AskedAssignment {
  readonly rule?: string | undefined;
  readonly member?: string | undefined;
}

export const isAssignmentFigure = (figure: string): figure is AssignmentFigure =>
  (assignmentFigures as readonly string[]).includes(figure);

const isCap = (figure: string): boolean => figure === 'open_cap' || figure === 'daily_cap';

/** What does not make sense together. */
export function assignmentFaults(figure: string, { rule, member }: AskedAssignment): FieldErrors {
  const errors: FieldErrors = {};
  const takesBoth = figure === 'assigned' || isCap(figure);
  if (rule !== undefined && !takesBoth) errors.rule = [`is not taken by ${figure}`];
  if (member !== undefined && !takesBoth) errors.member = [`is not taken by ${figure}`];
  if (member === undefined && isCap(figure)) errors.member = [`is required for ${figure}`];
  return errors;
}

/** The condition on `leads` that picks the leads of such a figure; null where it can be none. */
export function assignmentCondition(
  settings: Settings,
  figure: AssignmentFigure,
  { rule, member }: AskedAssignment,
  organizationId: string,
  values: Values,
): string | null {
  if (figure === 'decided') return 'leads.decision_hash is not null';
  const memberId = member === undefined ? undefined : settings.memberships.byPublicId.get(member)?.id;
  if (member !== undefined && memberId === undefined) return null;
  if (rule?.includes('\0')) return null; // PostgreSQL takes no NUL, and no rule has one
  const organization = values.add(organizationId);
  const given = (condition: string) =>
    `exists (select from assignments as given
              where given.organization_id = ${organization} and given.lead_id = leads.id and ${condition})`;
  if (figure === 'waiting') return given('given.waiting');
  const ofRule = (column: string): string => {
    if (rule === undefined) return 'true';
    if (rule === NONE) return `${column} is null`;
    // By its id in the database: a deleted rule has assigned leads, too.
    return `${column} = (select asked.id from distribution_rules as asked
                          where asked.organization_id = ${organization} and asked.public_id = ${values.add(rule)})`;
  };
  if (figure === 'assigned') {
    const chosen =
      memberId === undefined
        ? 'true'
        : `split_part(given.candidate_ids, ' ', leads.chosen_candidate::integer) = ${values.add(memberId)}`;
    return `leads.chosen_candidate is not null and ${given(`${ofRule('given.rule_id')} and ${chosen}`)}`;
  }
  // As the report counts them: a candidate of a rule that had nobody counts under that rule.
  return given(`given.more_candidates = 0 and exists (
    select from unnest(string_to_array(given.candidate_ids, ' '), string_to_array(given.outcomes, null))
                with ordinality as candidate (id, outcome, n)
     cross join lateral (
       select 1 + (select count(*)::integer from unnest(given.passed_until) as until where until < candidate.n) as number) as step
     where candidate.id = ${values.add(memberId)} and candidate.outcome = '${figure === 'open_cap' ? 'o' : 'd'}'
       and ${ofRule(`(case when step.number <= coalesce(cardinality(given.passed_rule_ids), 0)
                       then given.passed_rule_ids[step.number] else given.rule_id end)`)})`);
}
