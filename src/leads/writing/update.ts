import type { Query } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';
import { RENDERED_SHAPE } from '../render.ts';
import { emailKey, type LeadRow } from '../row.ts';
import type { LeadEvents } from './events.ts';

/** What only some changes set. */
const settable = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'source_id',
  'status_id',
  'status_since',
  'owner_id',
  'team_id',
  'estimated_value',
  'custom_fields',
  'score',
  'signals',
  'rescore_at',
  'scored_with',
  'last_activity_at',
  'last_reenquiry_at',
] as const satisfies readonly (keyof LeadRow)[];
type Settable = (typeof settable)[number];
/** What the order by activity keeps beside the lead. */
const inRecency: ReadonlySet<Settable> = new Set([
  'last_activity_at',
  'status_id',
  'source_id',
  'owner_id',
  'team_id',
  'score',
]);

/** A changed lead, which the transaction has locked. Only the columns that change are set: it halves the cost of a patch. */
export function updateLead(organizationId: string, before: LeadRow, lead: LeadRow, events: LeadEvents): Query[] {
  const { transition, assignment } = events;
  const changed = settable.filter((name) => differs(before[name], lead[name]));
  const values = new Values(organizationId, lead.id, lead.updated_at.toISOString(), lead.version, lead.rendered);
  const set = changed.map((name) => `${name} = ${values.add(asValue(lead[name]))}`);
  if (changed.includes('email')) set.push(`email_key = ${values.add(emailKey(lead.email))}`);
  if (transition !== undefined) set.push(...recordedIn(transition, values));
  if (assignment !== undefined) {
    set.push(`decision_hash = ${values.add(assignment.hash)}`, `chosen_candidate = ${values.add(assignment.chosen)}`);
  }
  const leads = {
    text: `update leads
              set ${set.map((one) => `${one}, `).join('')}updated_at = $3, version = $4, rendered = $5,
                  rendered_shape = ${RENDERED_SHAPE}
            where organization_id = $1 and id = $2`,
    values: values.list,
  };
  return [leads, ...updateRecency(organizationId, lead, changed)];
}

function updateRecency(organizationId: string, lead: LeadRow, changed: readonly Settable[]): Query[] {
  const values = new Values(organizationId, lead.id);
  const set = changed
    .filter((name) => inRecency.has(name))
    .map((name) => `${name} = ${values.add(asValue(lead[name]))}`);
  if (set.length === 0) return [];
  const text = `update lead_recency set ${set.join(', ')} where organization_id = $1 and lead_id = $2`;
  return [{ text, values: values.list }];
}

/** What a lead keeps of its transitions, for reports. */
function recordedIn({ to, number }: NonNullable<LeadEvents['transition']>, values: Values): string[] {
  const bit = `${values.add(number)}::integer`;
  return [
    `entered = set_bit(entered || decode(repeat('00', ${bit} / 8 + 1 - length(entered)), 'hex'), ${bit}, 1)`,
    `recorded_status_id = ${values.add(to)}`,
    'recorded_at = $3',
  ];
}

const differs = (before: unknown, after: unknown): boolean =>
  before instanceof Date && after instanceof Date ? before.getTime() !== after.getTime() : before !== after;

function asValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
