import { type Column, updateRows } from '../../db/many-rows.ts';
import type { Query } from '../../db/sql.ts';
import { wordTextOf } from '../finding/terms.ts';
import { RENDERED_SHAPE } from '../render.ts';
import { emailKey, type LeadRow } from '../row.ts';
import type { ChangedLead } from './events.ts';
import { updateTerms } from './terms.ts';

interface LeadColumn extends Column {
  valueOf(write: ChangedLead): unknown;
}

/** Columns that are set together, if one of them changed. */
interface Part {
  readonly columns: readonly LeadColumn[];
  isChanged(write: ChangedLead): boolean;
}

/** Columns that hold fields of the lead. */
function fields(types: Partial<Record<keyof LeadRow, string>>, more: readonly LeadColumn[] = []): Part {
  const names = Object.keys(types) as (keyof LeadRow)[];
  const columns = names.map((name): LeadColumn => {
    return { name, type: types[name] ?? '', valueOf: ({ lead }) => asValue(lead[name]) };
  });
  return {
    columns: [...columns, ...more],
    isChanged: ({ before, lead }) => names.some((name) => differs(before[name], lead[name])),
  };
}

/**
 * An update sets the parts that changed: setting all columns takes twice as long. Parts rather than single columns, so that a
 * connection has few statements to prepare.
 */
const inLeads: readonly Part[] = [
  fields(
    {
      first_name: 'text',
      last_name: 'text',
      phone: 'text',
      email: 'text',
      source_id: 'bigint',
      estimated_value: 'numeric',
      custom_fields: 'jsonb',
    },
    [
      { name: 'email_key', type: 'text', valueOf: ({ lead }) => emailKey(lead.email) },
      { name: 'words', type: 'text', valueOf: ({ lead }) => wordTextOf(lead) },
    ],
  ),
  fields({ status_id: 'bigint', status_since: 'timestamptz' }),
  fields({ owner_id: 'bigint', team_id: 'bigint' }),
  fields({ score: 'smallint', signals: 'jsonb', rescore_at: 'timestamptz', scored_with: 'integer' }),
  fields({ last_activity_at: 'timestamptz', last_reenquiry_at: 'timestamptz' }),
  fields({ updated_at: 'timestamptz', version: 'integer', rendered: 'text' }, [
    { name: 'rendered_shape', type: 'smallint', valueOf: () => RENDERED_SHAPE },
  ]),
  {
    columns: [
      { name: 'decision_hash', type: 'bigint', valueOf: ({ events }) => events.assignment?.hash },
      { name: 'chosen_candidate', type: 'smallint', valueOf: ({ events }) => events.assignment?.chosen },
    ],
    isChanged: ({ events }) => events.assignment !== undefined,
  },
  {
    // Summary of the transitions, for reports.
    columns: [
      {
        name: 'entered',
        type: 'integer',
        set: `set_bit(leads.entered || decode(repeat('00', new.entered / 8 + 1 - length(leads.entered)), 'hex'), new.entered, 1)`,
        valueOf: ({ events }) => events.transition?.number,
      },
      { name: 'recorded_status_id', type: 'bigint', valueOf: ({ events }) => events.transition?.to },
      { name: 'recorded_at', type: 'timestamptz', valueOf: ({ lead }) => lead.updated_at.toISOString() },
    ],
    isChanged: ({ events }) => events.transition !== undefined,
  },
];

/** The columns of lead_recency, which orders leads by activity. */
const inRecency: readonly Part[] = [
  fields({ last_activity_at: 'timestamptz', updated_at: 'timestamptz' }),
  fields({ status_id: 'bigint', source_id: 'bigint', owner_id: 'bigint', team_id: 'bigint', score: 'smallint' }),
];

/** Updates leads that the transaction has locked. Leads with the same changed parts share a statement. */
export const updateLeads = (organizationId: string, writes: readonly ChangedLead[]): Query[] =>
  inRounds(writes).flatMap((round) => [
    ...updateChanged('leads', 'id', organizationId, inLeads, round),
    ...updateChanged('lead_recency', 'lead_id', organizationId, inRecency, round),
    ...updateTerms(organizationId, round),
  ]);

/** A statement updates a row once, so a lead that changes twice in a batch comes into two rounds. */
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
  parts: readonly Part[],
  writes: readonly ChangedLead[],
): Query[] {
  const batches = new Map<readonly LeadColumn[], unknown[][]>();
  for (const write of writes) {
    const columns = columnsOf(parts, write);
    if (columns.length === 0) continue;
    const rows = batches.get(columns) ?? [];
    if (rows.push([write.lead.id, ...columns.map((column) => column.valueOf(write))]) === 1) batches.set(columns, rows);
  }
  return [...batches].flatMap(([columns, rows]) => updateRows(table, key, organizationId, columns, rows));
}

const lists = new Map<readonly Part[], LeadColumn[][]>();

/** The columns to set: the same array for all changes of the same parts. */
function columnsOf(parts: readonly Part[], write: ChangedLead): readonly LeadColumn[] {
  const known = lists.get(parts) ?? [];
  lists.set(parts, known);
  let bits = 0;
  for (const [n, part] of parts.entries()) if (part.isChanged(write)) bits |= 1 << n;
  const columns = known[bits] ?? parts.filter((_, n) => bits & (1 << n)).flatMap((part) => part.columns);
  known[bits] = columns;
  return columns;
}

const differs = (before: unknown, after: unknown): boolean =>
  before instanceof Date && after instanceof Date ? before.getTime() !== after.getTime() : before !== after;

function asValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
