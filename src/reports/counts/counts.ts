import { OneOf, Shape } from '../../http/schema.ts';
import { Type } from '../../http/type.ts';
import { type CountGrouping, type CountRow, countGroupings, countLeads } from '../../leads/listing/counts.ts';
import { customFilters, type LeadFilter, leadFilters, readFilter } from '../../leads/listing/filter.ts';
import { isByScore } from '../../leads/listing/list.ts';
import { settleAllDue } from '../../leads/scores/settle.ts';
import { operation } from '../../operation.ts';
import { faultsOf } from '../../problems.ts';
import { scoreBands } from '../../scoring/bands.ts';
import type { Settings } from '../../settings/snapshot.ts';
import { count, money, replicaMeta, replicaMetaOf } from '../meta.ts';
import type { Reports } from '../reading.ts';

const Count = Shape(
  {
    group: Type.Union([
      Shape({
        public_id: Type.Optional(Type.String({ description: 'Of the status, member, team or source' })),
        name: Type.String({ examples: ['Qualified'] }),
      }),
      Type.Null({ description: 'Leads that have none' }),
    ]),
    count: count('Leads'),
    estimated_value: Type.Number({ description: 'Estimated values of these leads, summed' }),
  },
  { title: 'LeadCount' },
);

const Counts = Shape({ data: Type.Array(Count), meta: Type.Optional(Shape(replicaMeta)) });

export const leadCounts = (reports: Reports) =>
  operation({
    id: 'countLeads',
    method: 'GET',
    path: '/leads/counts',
    tag: 'Leads',
    summary: 'Count leads by group',
    description:
      'Takes the filters of the list, `filter[custom_fields.<key>]` included. Groups without leads are left out, but for the statuses that the filter allows.',
    ability: 'leads:read',
    scope: 'leads',
    query: Shape(
      { ...leadFilters, group_by: OneOf(countGroupings, { description: 'What to group by' }) },
      customFilters,
    ),
    answers: { 200: { description: 'The groups', schema: Counts } },
    checkQuery: (query, settings) => faultsOf(() => readFilter(settings, query)),
    handle: async (call) => {
      const { actor, settings, query } = call;
      const groupBy = query.group_by;
      const filter = readFilter(settings, query);
      if (filter === null) return { body: { data: groupsOf(settings, groupBy, null, []) } };
      if (isByScore(filter) || groupBy === 'score_band') await settleAllDue(call.sql, settings, new Date());
      const { rows, meta } = await reports.read(call, async (sql, knownUntil) => ({
        rows: await countLeads(sql, settings, actor, filter, groupBy),
        meta: replicaMetaOf(knownUntil),
      }));
      return { body: { data: groupsOf(settings, groupBy, filter, rows), ...(meta && { meta }) } };
    },
  });

type Group = { public_id?: string; name: string } | null;

function groupsOf(settings: Settings, groupBy: CountGrouping, filter: LeadFilter | null, rows: readonly CountRow[]) {
  const empty = emptyGroups(settings, groupBy, filter).filter((key) => !rows.some((row) => row.key === key));
  const all = [...rows, ...empty.map((key) => ({ key, count: 0, estimated_value: 0 }))];
  const order = orderOf(settings, groupBy);
  return all
    .sort((one, other) => order(one.key) - order(other.key) || other.count - one.count)
    .map(({ key, count, estimated_value }) => ({
      group: groupOf(settings, groupBy, key),
      count,
      estimated_value: money(estimated_value),
    }));
}

/** A board shows every column that a lead may be moved to. */
function emptyGroups({ statuses }: Settings, groupBy: CountGrouping, filter: LeadFilter | null): string[] {
  if (groupBy !== 'status') return [];
  const allowed = filter?.statusIds ?? null;
  return [...statuses.byId.values()]
    .filter(({ id, archived }) => !archived && (allowed === null || allowed.includes(id)))
    .map(({ id }) => id);
}

/** Statuses as in the pipeline, bands from hot to cold; leads that have none come last. */
function orderOf({ statuses }: Settings, groupBy: CountGrouping): (key: string | null) => number {
  const known: readonly string[] =
    groupBy === 'status' ? [...statuses.byId.keys()] : groupBy === 'score_band' ? scoreBands : [];
  return (key) => (key === null ? Number.MAX_SAFE_INTEGER : Math.max(known.indexOf(key), 0));
}

function groupOf(settings: Settings, groupBy: CountGrouping, key: string | null): Group {
  if (key === null) return null;
  if (groupBy === 'score_band') return { name: key };
  const index = {
    status: settings.statuses,
    owner: settings.memberships,
    team: settings.teams,
    source: settings.sources,
  };
  const record = index[groupBy].byId.get(key);
  return record === undefined ? { name: 'Unknown' } : { public_id: record.public_id, name: record.name };
}
