// Leads and what they leave behind, as lines of COPY.
import { changesBetween } from '../dist/audit/audit.js';
import { namedFields } from '../dist/leads/row.js';
import { AGENTS_OF_TEAM, agentOf } from './fixture-history.mjs';
import { MEMBERS, publicId } from './fixture-organization.mjs';

/** Without the id, which comes first and is counted when the row is written. */
const event = ['organization_id', 'public_id', 'lead_id', 'actor_token_id', 'actor_membership_id'];

export const tables = {
  leads: [
    ...['id', 'organization_id', 'public_id', 'first_name', 'last_name', 'phone', 'email', 'email_key', 'source_id'],
    ...['status_id', 'status_since', 'owner_id', 'team_id', 'estimated_value', 'custom_fields', 'score', 'signals'],
    ...['rescore_at', 'scored_with', 'last_activity_at', 'last_reenquiry_at', 'created_at', 'updated_at', 'version'],
    ...['rendered', 'rendered_shape', 'entered', 'recorded_status_id', 'recorded_at'],
  ],
  assignments: [
    ...[
      'organization_id',
      'lead_id',
      'owner_id',
      'rule_id',
      'strategy',
      'candidate_ids',
      'outcomes',
      'standings',
      'turn',
    ],
    ...['waiting', 'assigned_at'],
  ],
  transitions: [
    'id',
    ...event,
    'lead_created_at',
    'from_status_id',
    'to_status_id',
    'note',
    'seconds_in_from',
    'occurred_at',
  ],
  activities: ['id', ...event, 'kind', 'summary', 'occurred_at'],
  notes: ['id', ...event, 'body', 'created_at'],
  audit_entries: [
    'id',
    ...event,
    'subject_type',
    'subject_public_id',
    'action',
    'changes',
    'request_id',
    'occurred_at',
  ],
};

const line = (...values) => values.map((value) => (value === null ? '\\N' : value)).join('\t');
const time = (ms) => new Date(ms).toISOString();
const stamp = (date) => date?.toISOString() ?? null;

export function leadLine({ id: organizationId, base }, { lead, path }) {
  return line(
    ...[lead.id, organizationId, lead.public_id, lead.first_name, lead.last_name, lead.phone, lead.email],
    ...[lead.email_key, lead.source_id, lead.status_id, stamp(lead.status_since), lead.owner_id, lead.team_id],
    ...[lead.estimated_value, JSON.stringify(lead.custom_fields), lead.score],
    ...[lead.signals && JSON.stringify(lead.signals), stamp(lead.rescore_at), lead.scored_with],
    ...[stamp(lead.last_activity_at), stamp(lead.last_reenquiry_at), stamp(lead.created_at), stamp(lead.updated_at)],
    ...[lead.version, lead.rendered.replace('\n', '\\n'), lead.rendered_shape],
    ...[` ${path.map((status) => base + status).join(' ')} `, lead.status_id, stamp(lead.status_since)],
  );
}

/** What each of nine equals has to its credit when it is the turn of the one at `turn`: see distribution/choose.ts. */
const TURN_SHARE = 5_354_228_880 / AGENTS_OF_TEAM;
const all = Array.from({ length: AGENTS_OF_TEAM }, (_, n) => n);
const decisions = all.map((turn) => ({
  outcomes: all.map((n) => (n === turn ? 'C' : 'n')).join(''),
  standings: `{${all.map((n) => (turn + 1 - (n < turn ? AGENTS_OF_TEAM : 0)) * TURN_SHARE).join()}}`,
}));

export function assignmentLine({ id: organizationId, base }, { lead, team, turn }, number) {
  const { outcomes, standings } = decisions[turn];
  const candidates = `{${all.map((n) => base + agentOf(team, n)).join()}}`;
  return line(
    ...[organizationId, lead.id, lead.owner_id, base + team + 1, 'round_robin', candidates, outcomes, standings],
    ...[number, 'f', stamp(lead.created_at)],
  );
}

/** Calls `put(table, ms, line)` for everything that the lead's history has left behind, in order, but the assignment. */
export function recordEvents(organization, { lead, path, events }, put) {
  const { id: organizationId, base, settings } = organization;
  const createdAt = lead.created_at.getTime();
  let number = Number(lead.id) * 16; // a history is shorter than this
  let actor = base + MEMBERS + 1; // the administrator sends leads in, the owner works on them
  const record = (table, prefix, at, ...values) =>
    put(table, at, line(organizationId, publicId(prefix, number++), lead.id, actor, actor, ...values, time(at)));
  const audit = (at, action, changes) =>
    record('audit_entries', 'aud', at, 'lead', lead.public_id, `lead.${action}`, JSON.stringify(changes), null);
  const transition = (at, from, to, note, seconds) =>
    record('transitions', 'trn', at, stamp(lead.created_at), from && base + from, base + to, note, seconds);

  const first = { ...lead, status_id: String(base + path[0]) };
  transition(createdAt, null, path[0], null, null);
  record('activities', 'act', createdAt, 'created', null);
  audit(createdAt, 'created', changesBetween({}, namedFields(settings, first)));
  let since = createdAt;
  actor = Number(lead.owner_id);
  for (const { type, at, from, to, kind } of events) {
    if (type === 'move') {
      const note = to > 6 ? 'Agreed on the phone' : null;
      transition(at, from, to, note, Math.floor((at - since) / 1_000));
      record('activities', 'act', at, 'moved', note);
      const status = (n) => publicId('sts', base + n);
      audit(at, 'moved', [{ field: 'status', from: status(from), to: status(to) }]);
      since = at;
    } else if (type === 'note') {
      const id = publicId('note', number);
      record('notes', 'note', at, 'Wants to hear from us again after the holidays, in the evening');
      audit(at, 'note_added', [{ field: 'note', from: null, to: id }]);
    } else {
      const summary = kind === 'reenquiry' ? null : 'Asked about the premium';
      record('activities', 'act', at, kind, summary);
      const changes = [
        { field: 'kind', from: null, to: kind },
        { field: 'summary', from: null, to: summary },
      ];
      if (kind === 'reenquiry') audit(at, 'reenquired', []);
      else audit(at, 'activity_added', changes);
    }
  }
}
