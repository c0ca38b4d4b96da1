import type { Author } from '../../audit/audit.ts';
import { changesBytes } from '../../audit/changes-bytes.ts';
import { insertRows } from '../../db/many-rows.ts';
import { type Query, query, type Transaction } from '../../db/sql.ts';
import type { AssignmentEvent } from '../../distribution/explanation.ts';
import { byTime, type LeadWrite } from './events.ts';
import { requireValueTypes } from './value-types.ts';

/** Inserts what is recorded about these writes: transitions, activities, notes and assignments; at the commit, audit entries. */
export function insertTraces(sql: Transaction, organizationId: string, writes: readonly LeadWrite[]): Query[] {
  if (writes.length > 0) sql.atCommit(insertAudit(organizationId, writes));
  return insertOthers(organizationId, writes);
}

const insertOthers = (organizationId: string, writes: readonly LeadWrite[]): Query[] => [
  ...[...byTime(writes)].flatMap(([at, group]) => insertOfOneTime(organizationId, at, group)),
  ...writes.flatMap((write) => (write.before === null ? [] : changeAssignment(organizationId, write))),
];

const insertOfOneTime = (organizationId: string, at: string, writes: readonly LeadWrite[]): Query[] => [
  ...insertRows(
    `insert into transitions (organization_id, occurred_at, public_id, lead_id, lead_created_at, from_status_id, to_status_id,
                              note, seconds_in_from, actor_token_id, actor_membership_id, actor_form_id, actor_import_id)`,
    [organizationId, at],
    writes.flatMap(({ author, lead, events: { transition } }) =>
      transition === undefined
        ? []
        : [
            [
              transition.public_id,
              lead.id,
              lead.created_at.toISOString(),
              transition.from,
              transition.to,
              transition.note,
              transition.seconds,
              ...actorOf(author),
            ],
          ],
    ),
  ),
  ...insertRows(
    `insert into activities (organization_id, public_id, lead_id, kind, summary, details,
                             actor_token_id, actor_membership_id, actor_form_id, actor_import_id, occurred_at)`,
    [organizationId],
    writes.flatMap(({ author, lead, events: { activities = [] } }) =>
      activities.map(({ public_id, kind, summary, details, occurred_at }) => [
        public_id,
        lead.id,
        kind,
        summary,
        details === undefined ? null : JSON.stringify(details),
        ...actorOf(author),
        occurred_at ?? at,
      ]),
    ),
  ),
  ...insertRows(
    `insert into notes (organization_id, created_at, public_id, lead_id, body, actor_token_id, actor_membership_id,
                        actor_form_id, actor_import_id)`,
    [organizationId, at],
    writes.flatMap(({ author, lead, events: { note } }) =>
      note === undefined ? [] : [[note.public_id, lead.id, note.body, ...actorOf(author)]],
    ),
  ),
  ...insertRows(
    ASSIGNMENTS,
    [organizationId, at],
    writes.flatMap((write) => (write.before === null ? assignmentsIn(write) : [])),
  ),
];

/**
 * From here to the commit no other transaction of the organization writes events. Whoever waits for this holds leads, so nothing
 * that waits for leads may follow.
 */
const insertAudit = (organizationId: string, writes: readonly LeadWrite[]): Query[] => [
  query('select from event_feeds where organization_id = $1 for no key update', [organizationId]),
  ...requireValueTypes(organizationId, writes),
  ...[...byTime(writes)].flatMap(([at, group]) =>
    insertRows(
      `insert into audit_entries (organization_id, occurred_at, subject_type, public_id, action, subject_public_id, lead_id,
                                  actor_token_id, actor_membership_id, actor_form_id, actor_import_id, changes,
                                  changes_bytes, request_id, address, traceparent)`,
      [organizationId, at, 'lead'],
      group.map(({ author, lead, events: { audit } }) => {
        const changes = JSON.stringify(audit.changes);
        return [
          audit.public_id,
          audit.action,
          lead.public_id,
          lead.id,
          ...actorOf(author),
          changes,
          changesBytes(changes),
          author.requestId,
          author.address,
          author.traceparent ?? null,
        ];
      }),
    ),
  ),
];

const actorOf = ({ tokenId, membershipId, formId, importId }: Author) => [
  tokenId,
  membershipId,
  formId,
  importId ?? null,
];

const ASSIGNMENTS = `insert into assignments (organization_id, assigned_at, lead_id, owner_id, rule_id, strategy, candidate_ids,
                                              outcomes, passed_rule_ids, passed_until, more_candidates, weights, waiting)`;

const assignmentsIn = ({ lead, events: { assignment } }: LeadWrite): unknown[][] =>
  assignment === undefined ? [] : [assignmentValues(lead.id, assignment)];

const assignmentValues = (leadId: string, event: AssignmentEvent): unknown[] => [
  leadId,
  event.owner,
  event.rule,
  event.strategy,
  event.candidates,
  event.outcomes,
  event.passed_rules,
  event.passed_until,
  event.more,
  event.weights,
  event.waiting,
];

/** An existing lead was assigned from the queue, or a person changed its owner. */
function changeAssignment(organizationId: string, { lead, events }: LeadWrite): Query[] {
  const { assignment, reassigned } = events;
  const at = lead.updated_at.toISOString();
  const queries: Query[] = [];
  if (assignment !== undefined) {
    queries.push(...insertRows(ASSIGNMENTS, [organizationId, at], [assignmentValues(lead.id, assignment)], REPLACE));
  }
  if (reassigned) {
    const text = `update assignments set reassigned_at = $3, waiting = false where organization_id = $1 and lead_id = $2`;
    queries.push(query(text, [organizationId, lead.id, at]));
  }
  return queries;
}

const REPLACE = `on conflict (organization_id, lead_id) do update
   set owner_id = excluded.owner_id, rule_id = excluded.rule_id, strategy = excluded.strategy,
       candidate_ids = excluded.candidate_ids, outcomes = excluded.outcomes, passed_rule_ids = excluded.passed_rule_ids,
       passed_until = excluded.passed_until, more_candidates = excluded.more_candidates,
       weights = excluded.weights,
       waiting = excluded.waiting, assigned_at = excluded.assigned_at`;
