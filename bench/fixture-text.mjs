// Texts that the service makes of a lead, made here several times faster, because there are millions of them: nothing in the
// fixture needs escaping. `checkTexts` compares them with the service's own.
import { renderLead } from '../dist/leads/render.js';
import { leadChanges } from '../dist/leads/row.js';
import { publicId } from './fixture-organization.mjs';

const DAY = 86_400_000;
const dates = new Map();
const digits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/** The same format as toISOString. */
export function time(ms) {
  const day = Math.floor(ms / DAY);
  if (!dates.has(day)) dates.set(day, new Date(day * DAY).toISOString().slice(0, 11));
  const rest = ms - day * DAY;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dates.get(day)}${digits[Math.floor(minutes / 60)]}:${digits[minutes % 60]}:${digits[seconds % 60]}.${String(rest % 1_000).padStart(3, '0')}Z`;
}

const quoted = (text) => (text === null ? 'null' : `"${text}"`);

/** See leads/render.ts. */
export function textOf({ first_name, last_name, phone, email, estimated_value, custom_fields, ...lead }) {
  const contact = `{"first_name":"${first_name}","last_name":"${last_name}","phone":${quoted(phone)},"email":${quoted(email)}}`;
  const custom = `{"city":"${custom_fields.city}","product":"${custom_fields.product}"}`;
  const times = `"last_activity_at":"${time(lead.last_activity_at)}","created_at":"${time(lead.created_at)}","updated_at":"${time(lead.updated_at)}"`;
  const named = `${lead.source_id ?? 0} ${lead.status_id} ${lead.owner_id ?? 0}`;
  return `"public_id":"${lead.public_id}","contact":${contact}\n${named}\n"estimated_value":${estimated_value},"custom_fields":${custom},${times}`;
}

/** The audit entry of a lead's creation: see leads/writing/capture.ts. */
export function creationOf({ base }, { lead, firstOwner }) {
  const changes = [
    ['first_name', quoted(lead.first_name)],
    ['last_name', quoted(lead.last_name)],
    ['phone', quoted(lead.phone)],
    ['email', quoted(lead.email)],
    ['source', lead.source_id === null ? 'null' : `"${publicId('src', lead.source_id)}"`],
    ['estimated_value', String(lead.estimated_value)],
    ['status', `"${publicId('sts', base + 1)}"`],
    ['owner', `"${publicId('mem', firstOwner)}"`],
    ['custom_fields.city', quoted(lead.custom_fields.city)],
    ['custom_fields.product', quoted(lead.custom_fields.product)],
  ];
  let text = '';
  for (const [field, to] of changes) if (to !== 'null') text += `,{"field":"${field}","from":null,"to":${to}}`;
  return `[${text.slice(1)}]`;
}

/** Throws if a text is not the same as the service's. */
export function checkTexts(organization, history) {
  const { lead, firstOwner } = history;
  const { last_activity_at, created_at, updated_at, ...same } = lead;
  const dated = {
    ...same,
    status_id: String(organization.base + 1),
    owner_id: firstOwner,
    last_activity_at: new Date(last_activity_at),
    created_at: new Date(created_at),
    updated_at: new Date(updated_at),
  };
  const changes = JSON.stringify(leadChanges(organization.settings, null, dated));
  const rendered = renderLead({ ...dated, status_id: lead.status_id, owner_id: lead.owner_id });
  if (textOf(lead) !== rendered) throw new Error(`${textOf(lead)} is not ${rendered}`);
  if (creationOf(organization, history) !== changes)
    throw new Error(`${creationOf(organization, history)} is not ${changes}`);
}
