import type { Actor } from '../../access/actor.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import { explainStatement } from '../queries.ts';
import { filterConditions, isOfOneOwner, readsRecency } from './conditions.ts';
import { everyLead, type LeadFilter } from './filter.ts';

/** Entries of an index of lists on a page, where a range is read from end to end. */
export const RANGE_ENTRIES = 80;

/** Conditions that an index begins with, and how many of its entries one page has. */
interface Range {
  readonly filter: Partial<LeadFilter>;
  readonly entries: number;
}

/**
 * Pages that all leads within the scope and the filters lie on. An index begins with one of their conditions; leads that match this
 * one, but not the others, lie in between.
 */
export async function pagesWithin(
  sql: Sql,
  { actor, filter }: { actor: Actor; filter: LeadFilter },
  { all, within }: { all: number; within: number },
): Promise<number> {
  if (isOfOneOwner(actor, filter)) return within / RANGE_ENTRIES;
  const ranges = rangesOf(actor, filter);
  const [first] = ranges;
  if (first === undefined) return all / RANGE_ENTRIES;
  const isAll = ranges.length === 1 && !(readsRecency(filter) && hasMore(actor, filter));
  const rows = isAll ? [within] : await estimateEach(sql, actor.organizationId, ranges);
  return Math.min(all / RANGE_ENTRIES, ...rows.map((count, n) => count / (ranges[n]?.entries ?? RANGE_ENTRIES)));
}

/** In one statement. Nothing where PostgreSQL sees that a range is empty: it is not in the plan then. */
async function estimateEach(sql: Sql, organizationId: string, ranges: readonly Range[]): Promise<number[]> {
  const values = new Values(organizationId);
  const texts = ranges.map(({ filter }) => {
    const where = filterConditions({ ...everyLead, ...filter }, values);
    where.push(...values.within('leads.updated_at', filter.updated));
    where.push(...values.within('leads.last_activity_at', filter.active));
    const table = filter.updated || filter.active ? 'lead_recency' : 'leads';
    return `select 1 from ${table} as leads where leads.organization_id = $1 and ${where.join(' and ')}`;
  });
  const plan = await explainStatement(sql, { text: texts.join(' union all '), values: values.list });
  const plans = ranges.length === 1 ? [plan] : (plan.Plans ?? []);
  return plans.length === ranges.length ? plans.map((one) => one['Plan Rows']) : [];
}

const hasMore = (actor: Actor, filter: LeadFilter): boolean =>
  scopeOf(actor) === 'team' || filterConditions(filter, new Values()).length > 0;

function rangesOf(actor: Actor, filter: LeadFilter): Range[] {
  const { ownerIds, ownerless, statusIds, sourceIds, leastScore, mostScore, from, before, updated, active } = filter;
  const ranges: Range[] = [];
  const add = (isAsked: boolean, part: Partial<LeadFilter>, entries = RANGE_ENTRIES) => {
    if (isAsked) ranges.push({ filter: part, entries });
  };
  if (readsRecency(filter)) {
    add(updated !== null, { updated });
    add(active !== null, { active });
  } else {
    add(ownerless || ownerIds !== null, { ownerless, ownerIds, from, before });
    add(statusIds !== null, { statusIds, from, before });
    add(sourceIds !== null, { sourceIds, from, before });
    add(ranges.length === 0 && (from ?? before) !== null, { from, before });
    add((leastScore ?? mostScore) !== null, { leastScore, mostScore });
    // Its index has nothing but the team: each lead is read from the table.
    const teamIds = scopeOf(actor) === 'team' && actor.teamId !== null ? [actor.teamId] : filter.teamIds;
    add(teamIds !== null, { teamIds }, 1);
  }
  return ranges;
}
