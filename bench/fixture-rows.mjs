// Leads, and the rows that belong to them, as lines of COPY.

import { termsOf, wordTextOf } from '../dist/leads/finding/terms.js';
import { RENDERED_SHAPE } from '../dist/leads/render.js';
import { emailKey } from '../dist/leads/row.js';
import { bitsOf } from '../dist/pipeline/entered.js';
import { defaultModel } from '../dist/settings/scoring-model.js';
import { AGENTS_OF_TEAM, agentOf } from './fixture-history.mjs';
import { MEMBERS, publicId, STATUSES } from './fixture-organization.mjs';
import { creationOf, textOf, time } from './fixture-text.mjs';

const LAST_OPEN = STATUSES - 2;
const SUMMARY = 'Asked about the premium';

const event = ['id', 'organization_id', 'public_id', 'lead_id', 'actor_token_id', 'actor_membership_id'];

export const tables = {
  leads: [
    ...[
      'id',
      'organization_id',
      'public_id',
      'first_name',
      'last_name',
      'phone',
      'email',
      'email_key',
      'words',
      'source_id',
    ],
    ...['status_id', 'status_since', 'owner_id', 'team_id', 'estimated_value', 'custom_fields', 'score', 'signals'],
    ...['rescore_at', 'scored_with', 'last_activity_at', 'last_reenquiry_at', 'created_at', 'updated_at', 'version'],
    ...[
      'rendered',
      'rendered_shape',
      'entered',
      'recorded_status_id',
      'recorded_at',
      'decision_hash',
      'chosen_candidate',
    ],
  ],
  lead_terms: ['organization_id', 'lead_id', 'created_at', 'term'],
  assignments: [
    ...['organization_id', 'lead_id', 'owner_id', 'rule_id', 'strategy', 'candidate_ids', 'outcomes'],
    ...['waiting', 'assigned_at', 'reassigned_at'],
  ],
  transitions: [
    ...event,
    'lead_created_at',
    'from_status_id',
    'to_status_id',
    'note',
    'seconds_in_from',
    'occurred_at',
  ],
  activities: [...event, 'kind', 'summary', 'occurred_at'],
  notes: [...event, 'body', 'created_at'],
  audit_entries: [...event, 'subject_type', 'subject_public_id', 'action', 'changes', 'request_id', 'occurred_at'],
};

const NULL = '\\N';
const timeOrNull = (ms) => (ms === null ? NULL : time(ms));

/** All decisions of a team have the same candidates in the same state. */
export function leadLine({ id: organizationId, base }, { lead, path, team, turn }) {
  const { email, signals, custom_fields } = lead;
  return [
    ...[lead.id, organizationId, lead.public_id, lead.first_name, lead.last_name, lead.phone ?? NULL, email ?? NULL],
    ...[
      emailKey(email) ?? NULL,
      wordTextOf(lead),
      lead.source_id ?? NULL,
      lead.status_id,
      time(lead.status_since),
      lead.owner_id,
    ],
    ...[lead.team_id, lead.estimated_value ?? NULL, JSON.stringify(custom_fields), lead.score],
    ...[signals === null ? NULL : JSON.stringify(signals), timeOrNull(lead.rescore_at?.getTime() ?? null)],
    ...[defaultModel.version, time(lead.last_activity_at), timeOrNull(lead.last_reenquiry_at), time(lead.created_at)],
    ...[time(lead.updated_at), lead.version, textOf(lead).replaceAll('\n', '\\n'), RENDERED_SHAPE],
    ...[`\\\\x${bitsOf(path.map((status) => status - 1)).toString('hex')}`, lead.status_id, time(lead.status_since)],
    ...[base + team + 1, turn + 1],
  ].join('\t');
}

/** What the lead is found by. */
export const termLines = ({ id: organizationId, settings }, { lead }) =>
  termsOf(settings, lead).map((term) => [organizationId, lead.id, time(lead.created_at), term].join('\t'));

const all = Array.from({ length: AGENTS_OF_TEAM }, (_, n) => n);
const outcomesOf = all.map((turn) => all.map((n) => (n === turn ? 'C' : 'n')).join(''));

export function assignmentLine({ id: organizationId, base }, { lead, firstOwner, events, team, turn }) {
  const given = events.find(({ type }) => type === 'given');
  const candidates = all.map((n) => base + agentOf(team, n)).join(' ');
  return [
    ...[organizationId, lead.id, firstOwner, base + team + 1, 'round_robin', candidates, outcomesOf[turn]],
    ...['f', time(lead.created_at), timeOrNull(given?.at ?? null)],
  ].join('\t');
}

/** Kinds that the service records itself and that the default model does not score. */
const OWN = ['created', 'moved', 'assigned'];
const isKept = (table, kind) => table === 'transitions' || (table === 'activities' && !OWN.includes(kind));

/**
 * Calls `put(table, ms, line)` for every row of the lead's history, in order, except the assignment. Without `trail`, only
 * for rows that the lead's own columns depend on: transitions, and activities that are scored.
 */
export function recordEvents(organization, history, trail, put) {
  const { lead, firstOwner, path, events } = history;
  const { id: organizationId, base } = organization;
  let number = Number(lead.id) * 32; // ids count up from here; a history is shorter than this
  let actor = base + MEMBERS + 1; // the administrator creates leads, the owner works on them
  const record = (table, prefix, at, ...values) => {
    number++;
    if (!trail && !isKept(table, values[0])) return;
    const head = [number, organizationId, publicId(prefix, number), lead.id, actor, actor];
    put(table, at, [...head, ...values, time(at)].join('\t'));
  };
  const audit = (at, action, changes) =>
    record('audit_entries', 'aud', at, 'lead', lead.public_id, `lead.${action}`, changes, NULL);
  const moved = (at, from, to, note, seconds) =>
    record('transitions', 'trn', at, time(lead.created_at), from, base + to, note, seconds);

  moved(lead.created_at, NULL, path[0], NULL, NULL);
  record('activities', 'act', lead.created_at, 'created', NULL);
  audit(lead.created_at, 'created', creationOf(organization, history));
  let since = lead.created_at;
  actor = Number(firstOwner);
  for (const { type, at, from, to, kind } of events) {
    if (type === 'move') {
      const note = to > LAST_OPEN ? 'Agreed on the phone' : NULL;
      moved(at, base + from, to, note, Math.floor((at - since) / 1_000));
      record('activities', 'act', at, 'moved', note);
      audit(
        at,
        'moved',
        `[{"field":"status","from":"${publicId('sts', base + from)}","to":"${publicId('sts', base + to)}"}]`,
      );
      since = at;
    } else if (type === 'note') {
      record('notes', 'note', at, 'Wants to hear from us again after the holidays, in the evening');
      audit(at, 'note_added', `[{"field":"note","from":null,"to":"${publicId('note', number)}"}]`);
    } else if (type === 'given') {
      actor = Number(lead.owner_id);
      const [from, to] = [publicId('mem', firstOwner), publicId('mem', actor)];
      record('activities', 'act', at, 'assigned', NULL);
      audit(at, 'updated', `[{"field":"owner","from":"${from}","to":"${to}"}]`);
    } else if (kind === 'reenquiry') {
      record('activities', 'act', at, kind, NULL);
      audit(at, 'reenquired', '[]');
    } else {
      record('activities', 'act', at, kind, SUMMARY);
      const changes = `{"field":"kind","from":null,"to":"${kind}"},{"field":"summary","from":null,"to":"${SUMMARY}"}`;
      audit(at, 'activity_added', `[${changes}]`);
    }
  }
}
