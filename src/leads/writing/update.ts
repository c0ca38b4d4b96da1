import { type Column, updateRows } from '../../db/many-rows.ts';
import type { Query } from '../../db/sql.ts';
import { RENDERED_SHAPE } from '../render.ts';
import { emailKey, type LeadRow } from '../row.ts';
import type { LeadWrite } from './events.ts';

export type ChangedLead = LeadWrite & { readonly before: LeadRow };

interface LeadColumn extends Column {
  isChanged(write: ChangedLead): boolean;
  valueOf(write: ChangedLead): unknown;
}

/** A column that holds a field of the lead: set where that changed. */
const field = (name: keyof LeadRow, type: string): LeadColumn => ({
  name,
  type,
  isChanged: ({ before, lead }) => differs(before[name], lead[name]),
  valueOf: ({ lead }) => asValue(lead[name]),
});

const status = field('status_id', 'bigint');
const source = field('source_id', 'bigint');
const owner = field('owner_id', 'bigint');
const team = field('team_id', 'bigint');
const score = field('score', 'smallint');
const lastActivity = field('last_activity_at', 'timestamptz');

const hasTransition = ({ events }: ChangedLead) => events.transition !== undefined;
const hasAssignment = ({ events }: ChangedLead) => events.assignment !== undefined;

const inLeads: readonly LeadColumn[] = [
  field('first_name', 'text'),
  field('last_name', 'text'),
  field('phone', 'text'),
  field('email', 'text'),
  {
    name: 'email_key',
    type: 'text',
    isChanged: ({ before, lead }) => before.email !== lead.email,
    valueOf: ({ lead }) => emailKey(lead.email),
  },
  source,
  status,
  field('status_since', 'timestamptz'),
  owner,
  team,
  field('estimated_value', 'numeric'),
  field('custom_fields', 'jsonb'),
  score,
  field('signals', 'jsonb'),
  field('rescore_at', 'timestamptz'),
  field('scored_with', 'integer'),
  lastActivity,
  field('last_reenquiry_at', 'timestamptz'),
  field('updated_at', 'timestamptz'),
  field('version', 'integer'),
  field('rendered', 'text'),
  { name: 'rendered_shape', type: 'smallint', isChanged: () => true, valueOf: () => RENDERED_SHAPE },
  {
    name: 'decision_hash',
    type: 'bigint',
    isChanged: hasAssignment,
    valueOf: ({ events }) => events.assignment?.hash,
  },
  {
    name: 'chosen_candidate',
    type: 'smallint',
    isChanged: hasAssignment,
    valueOf: ({ events }) => events.assignment?.chosen,
  },
  // What a lead keeps of its transitions, for reports.
  {
    name: 'entered',
    type: 'integer',
    set: `set_bit(leads.entered || decode(repeat('00', new.entered / 8 + 1 - length(leads.entered)), 'hex'), new.entered, 1)`,
    isChanged: hasTransition,
    valueOf: ({ events }) => events.transition?.number,
  },
  {
    name: 'recorded_status_id',
    type: 'bigint',
    isChanged: hasTransition,
    valueOf: ({ events }) => events.transition?.to,
  },
  {
    name: 'recorded_at',
    type: 'timestamptz',
    isChanged: hasTransition,
    valueOf: ({ lead }) => lead.updated_at.toISOString(),
  },
];

/** What the order by activity keeps beside the lead. */
const inRecency: readonly LeadColumn[] = [lastActivity, status, source, owner, team, score];

/**
 * Changed leads, which the transaction has locked. Only the columns that change are set, which halves the cost of a patch;
 * leads of which the same columns change share a statement.
 */
export const updateLeads = (organizationId: string, writes: readonly ChangedLead[]): Query[] =>
  inRounds(writes).flatMap((round) => [
    ...updateChanged('leads', 'id', organizationId, inLeads, round),
    ...updateChanged('lead_recency', 'lead_id', organizationId, inRecency, round),
  ]);

/** A lead that is changed twice in a batch comes into two rounds: a statement updates a row once. */
function inRounds(writes: readonly ChangedLead[]): ChangedLead[][] {
  const rounds: ChangedLead[][] = [];
  const times = new Map<string, number>();
  for (const write of writes) {
    const nth = times.get(write.lead.id) ?? 0;
    times.set(write.lead.id, nth + 1);
    rounds[nth] ??= [];
    rounds[nth].push(write);
  }
  return rounds;
}

function updateChanged(
  table: string,
  key: string,
  organizationId: string,
  columns: readonly LeadColumn[],
  writes: readonly ChangedLead[],
): Query[] {
  const batches = new Map<string, { changed: LeadColumn[]; rows: unknown[][] }>();
  for (const write of writes) {
    const changed = columns.filter((column) => column.isChanged(write));
    if (changed.length === 0) continue;
    const names = changed.map(({ name }) => name).join();
    const batch = batches.get(names) ?? { changed, rows: [] };
    batch.rows.push([write.lead.id, ...changed.map((column) => column.valueOf(write))]);
    batches.set(names, batch);
  }
  return [...batches.values()].flatMap(({ changed, rows }) => updateRows(table, key, organizationId, changed, rows));
}

const differs = (before: unknown, after: unknown): boolean =>
  before instanceof Date && after instanceof Date ? before.getTime() !== after.getTime() : before !== after;

function asValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
