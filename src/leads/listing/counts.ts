import type { Actor } from '../../access/actor.ts';
import type { Sql } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import type { Settings } from '../../settings/snapshot.ts';
import type { LeadFilter } from './filter.ts';
import { wholeConditions } from './whole.ts';

export const countGroupings = ['status', 'owner', 'team', 'source', 'score_band'] as const;
export type CountGrouping = (typeof countGroupings)[number];

export interface CountRow {
  /** Internal id, or a score band; null: leads that have none. */
  key: string | null;
  count: number;
  estimated_value: number;
}

/** Leads by group, and what they are worth together. Without a narrowing, an index has all of it. */
export async function countLeads(
  sql: Sql,
  settings: Settings,
  actor: Actor,
  filter: LeadFilter,
  groupBy: CountGrouping,
): Promise<CountRow[]> {
  const values = new Values();
  const where = await wholeConditions(sql, settings, { actor, filter }, values);
  const { hot, warm } = settings.scoring.bands;
  const band = () =>
    `case when leads.score >= ${values.add(hot)} then 'hot' when leads.score >= ${values.add(warm)} then 'warm' else 'cold' end`;
  const key = groupBy === 'score_band' ? band() : `leads.${groupBy}_id::text`;
  return sql.rows<CountRow>(
    `select ${key} as key, count(*)::integer as count, coalesce(sum(leads.estimated_value), 0)::float8 as estimated_value
       from leads where ${where} group by 1`,
    values.list,
    'replan',
  );
}
