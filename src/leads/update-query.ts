import type { Author } from '../audit/audit.ts';
import { changesBytes } from '../audit/changes-bytes.ts';
import { type Bulk, bulk, type Columns } from '../db/bulk.ts';
import type { Sql } from '../db/sql.ts';
import { authorColumns, authorValues } from './author-columns.ts';
import type { LeadEvents } from './events.ts';
import { RENDERED_SHAPE } from './render.ts';
import { emailKey, type LeadRow } from './row.ts';

/** What only some changes set, with its type. */
const settable = {
  first_name: 'text',
  last_name: 'text',
  phone: 'text',
  email: 'text',
  source_id: 'bigint',
  status_id: 'bigint',
  status_since: 'timestamptz',
  owner_id: 'bigint',
  team_id: 'bigint',
  estimated_value: 'numeric',
  custom_fields: 'jsonb',
  last_activity_at: 'timestamptz',
  last_reenquiry_at: 'timestamptz',
} as const satisfies Partial<Record<keyof LeadRow, string>>;
type Settable = keyof typeof settable;
const names = Object.keys(settable) as Settable[];
/** What the order by activity keeps beside the lead, besides its score. */
const inRecency = new Set<Settable>(['last_activity_at', 'status_id', 'source_id', 'owner_id', 'team_id']);
/**
 * A score is always set with what it was worked out from: scores are written anew without counting the version on, and half of
 * one and half of another would be neither.
 */
const scoringColumns: Columns = {
  score: 'smallint',
  signals: 'jsonb',
  rescore_at: 'timestamptz',
  scored_with: 'integer',
};

/** What a change leaves behind, as far as it is part of the statement. */
interface Traces {
  transition: boolean;
  activity: boolean;
  audit: boolean;
  /** What distribution decided; the rest of it is among what only few changes leave behind. */
  decision: boolean;
  /** What only few changes leave behind. */
  more: boolean;
}

const transitionColumns: Columns = {
  transition: 'text',
  from_status_id: 'bigint',
  to_status_id: 'bigint',
  to_number: 'integer',
  transition_note: 'text',
  seconds_in_from: 'bigint',
};
const activityColumns: Columns = { activity: 'text', kind: 'text', summary: 'text', occurred_at: 'timestamptz' };
const auditColumns: Columns = { audit: 'text', action: 'text', changes: 'jsonb' };
/** What a lead keeps of the decision about it, for reports. */
const decisionColumns: Columns = { decision_hash: 'bigint', chosen_candidate: 'smallint' };

/** Changed leads that set the same columns and leave the same traces. */
function changedLeads(columns: readonly Settable[], traces: Traces): Bulk {
  const set = (some: readonly string[], from: string) => some.map((name) => `${name} = ${from}.${name}`);
  const setOfRecency = set(['score', ...columns.filter((name) => inRecency.has(name))], 'changed');
  const given: Columns = {
    id: 'bigint',
    version: 'integer',
    public_id: 'text',
    at: 'timestamptz',
    rendered: 'text',
    ...scoringColumns,
    ...authorColumns,
    ...Object.fromEntries(columns.map((name) => [name, settable[name]])),
    ...(columns.includes('email') && { email_key: 'text' }),
    ...(traces.transition && transitionColumns),
    ...(traces.activity && activityColumns),
    ...(traces.audit && auditColumns),
    ...(traces.decision && decisionColumns),
    ...(traces.more && { more: 'jsonb' }),
  };
  const parts = [
    `changed as (
       update leads
          set ${[
            ...set([...Object.keys(scoringColumns), ...columns], 'given'),
            ...(columns.includes('email') ? ['email_key = given.email_key'] : []),
            ...(traces.transition ? setOfTransition : []),
            ...(traces.decision ? set(Object.keys(decisionColumns), 'given') : []),
            'updated_at = given.at, version = given.version + 1, rendered = given.rendered',
            `rendered_shape = ${RENDERED_SHAPE}`,
          ].join(', ')}
         from given
        where leads.organization_id = $1 and leads.id = given.id and leads.version = given.version
       returning given.*, leads.created_at
     )`,
    recencyPart(setOfRecency.join(', ')),
    ...(traces.transition ? [TRANSITION_PART] : []),
    ...(traces.activity ? [ACTIVITY_PART] : []),
    ...(traces.audit ? [AUDIT_PART] : []),
  ];
  const more = traces.more ? `, ${MORE}` : '';
  return bulk(given, `${parts.join(', ')} select n${more} from changed`);
}

/** What a lead keeps of its transitions, for reports. */
const setOfTransition = [
  `entered = set_bit(leads.entered || decode(repeat('00', given.to_number / 8 + 1 - length(leads.entered)), 'hex'),
                     given.to_number, 1)`,
  'recorded_status_id = given.to_status_id',
  'recorded_at = given.at',
];

const recencyPart = (set: string) => `recency as (
  update lead_recency set ${set} from changed
   where lead_recency.organization_id = $1 and lead_recency.lead_id = changed.id
)`;

const TRANSITION_PART = `transition as (
  insert into transitions (organization_id, public_id, lead_id, lead_created_at, from_status_id, to_status_id, note,
                           seconds_in_from, actor_token_id, actor_membership_id, actor_form_id, occurred_at)
  select $1::bigint, transition, id, created_at, from_status_id, to_status_id, transition_note,
         seconds_in_from, token_id, membership_id, form_id, at
    from changed
)`;

const ACTIVITY_PART = `activity as (
  insert into activities (organization_id, public_id, lead_id, kind, summary,
                          actor_token_id, actor_membership_id, actor_form_id, occurred_at)
  select $1::bigint, activity, id, kind, summary, token_id, membership_id, form_id, coalesce(occurred_at, at) from changed
)`;

const AUDIT_PART = `audit as (
  insert into audit_entries (organization_id, public_id, action, subject_type, subject_public_id, lead_id,
                             actor_token_id, actor_membership_id, actor_form_id, changes, changes_bytes, request_id,
                             address, occurred_at)
  select $1::bigint, audit, action, 'lead', public_id, id, token_id, membership_id, form_id,
         changes, ${changesBytes('changes')}, request_id, address, at
    from changed
)`;

const MORE = 'leadline_record_events($1, id, at, token_id, membership_id, form_id, more) as more';

/** By the columns that are set and the traces that are left, each a bit. Beyond so many, all columns are set. */
const statements = new Map<number, Bulk>();
const MOST_STATEMENTS = 40;
const ALL_COLUMNS = ((1 << names.length) - 1) << 5;

/** Writes a changed lead with everything the change leaves behind; false where somebody else has changed it meanwhile. */
export async function updateLead(
  sql: Sql,
  author: Author,
  before: LeadRow,
  lead: LeadRow,
  events: LeadEvents,
): Promise<boolean> {
  const { transition, audit, assignment, activities = [] } = events;
  const [activity] = isPlain(activities) ? activities : [];
  const more = moreOf(events);
  const traces = {
    transition: !!transition,
    activity: !!activity,
    audit: !!audit,
    decision: !!assignment,
    more: more !== null,
  };
  let shape =
    (traces.transition ? 1 : 0) |
    (traces.activity ? 2 : 0) |
    (traces.audit ? 4 : 0) |
    (traces.more ? 8 : 0) |
    (traces.decision ? 16 : 0);
  let columns = names.filter((name, n) => {
    const isSet = differs(before[name], lead[name]);
    if (isSet) shape |= 32 << n;
    return isSet;
  });
  if (statements.size >= MOST_STATEMENTS && !statements.has(shape)) {
    columns = names;
    shape |= ALL_COLUMNS;
  }
  const statement = statements.get(shape) ?? changedLeads(columns, traces);
  statements.set(shape, statement);
  const row = await sql.row(statement, [
    author.organizationId,
    lead.id,
    before.version,
    lead.public_id,
    lead.updated_at.toISOString(),
    lead.rendered,
    lead.score,
    asValue(lead.signals),
    asValue(lead.rescore_at),
    lead.scored_with,
    ...authorValues(author),
    ...columns.map((name) => asValue(lead[name])),
    ...(columns.includes('email') ? [emailKey(lead.email)] : []),
    ...(transition
      ? [transition.public_id, transition.from, transition.to, transition.number, transition.note, transition.seconds]
      : []),
    ...(activity ? [activity.public_id, activity.kind, activity.summary, activity.occurred_at] : []),
    ...(audit ? [audit.public_id, audit.action, JSON.stringify(audit.changes)] : []),
    ...(assignment ? [assignment.hash, assignment.chosen] : []),
    ...(more === null ? [] : [more]),
  ]);
  return row !== undefined;
}

const differs = (before: unknown, after: unknown): boolean =>
  before instanceof Date && after instanceof Date ? before.getTime() !== after.getTime() : before !== after;

function asValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** One activity without details is written by the statement itself. */
const isPlain = (activities: NonNullable<LeadEvents['activities']>): boolean =>
  activities.length < 2 && activities[0]?.details === undefined;

/** What only few changes leave behind, as JSON. */
function moreOf({ activities = [], note, assignment, reassigned }: LeadEvents): string | null {
  if (isPlain(activities) && !note && !assignment && !reassigned) return null;
  return JSON.stringify({
    ...(!isPlain(activities) && { activities }), // all of them here, so that they keep their order
    note,
    assignment,
    reassigned,
  });
}
