import type { AuditEntry } from '../../audit/schemas.ts';
import type { Lead, Transition } from '../../leads/schemas.ts';
import type { Activity, Note } from '../../timeline/schemas.ts';
import { readApi, readPages } from '../api-client.ts';
import { command } from '../command.ts';
import { type Formats, momentOf, moneyOf, readFormats } from '../formats.ts';
import { nameOf } from '../lead-table.ts';

type ShownLead = Lead & { activities: Activity[]; notes: Note[] };

export const leadShow = command({
  summary: 'Show one lead with its timeline',
  usage: `Usage: leadline lead show lead_… [--all] [--json]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --all     every note and activity, not only the latest; with --json everything that is
            stored of the lead, in one file (needs audit:read):
            { "lead": {…}, "activities": […], "notes": […], "transitions": […],
              "audit": […], "assignment": {…}, "score": {…} }
  --json    print one JSON object: { "lead": {…} }
  --help    show this text`,
  options: { all: 'flag' },
  takes: 1,
  async run({ all }, publicId = '') {
    const path = `/leads/${encodeURIComponent(publicId)}`;
    if (all) {
      const stored = await readAll(path);
      const { lead, activities, notes } = stored;
      return { json: stored, text: async () => describe({ ...lead, activities, notes }, await readFormats()) };
    }
    const { data: lead } = await readApi<{ data: ShownLead }>(`${path}?include=activities,notes`);
    return { json: { lead }, text: async () => describe(lead, await readFormats()) };
  },
});

/** What the API tells of a lead, all pages of it. */
async function readAll(path: string) {
  const one = async <T>(part = '') => (await readApi<{ data: T }>(path + part)).data;
  const pages = async <T>(part: string) => (await readPages<T>(`${path}/${part}?page%5Bsize%5D=200`, true)).records;
  return {
    lead: await one<Lead>(),
    activities: await pages<Activity>('activities'),
    notes: await pages<Note>('notes'),
    transitions: await pages<Transition>('transitions'),
    audit: await pages<AuditEntry>('audit'),
    assignment: await one<unknown>('/assignment'),
    score: await one<unknown>('/score'),
  };
}

function describe(lead: ShownLead, { timeZone }: Formats): string {
  const moment = (time: string) => momentOf(time, timeZone);
  const facts: [string, string | null | undefined][] = [
    ['Name', nameOf(lead)],
    ['Phone', lead.contact.phone],
    ['Email', lead.contact.email],
    ['Status', lead.status.name],
    ['Owner', lead.owner?.name],
    ['Source', lead.source?.name],
    ['Value', lead.estimated_value === null ? null : moneyOf(lead.estimated_value, lead.currency)],
    ['Score', `${lead.score} (${lead.score_band})`],
    ['Created', `${moment(lead.created_at)} (${timeZone})`],
    ['Last activity', moment(lead.last_activity_at)],
    ...Object.entries(lead.custom_fields).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
  ];
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const lines = facts.flatMap(([name, value]) => (value ? [`${name.padEnd(width)}${value}`] : []));
  const timeline = lead.activities.map(
    (one) => `  ${moment(one.occurred_at)}  ${one.kind.padEnd(10)}${one.summary ?? ''}`,
  );
  const notes = lead.notes.map((one) => `  ${moment(one.created_at)}  ${one.body}`);
  const noted = notes.length > 0 ? ['', 'Notes', ...notes] : [];
  return [lead.public_id, ...lines, '', 'Activities', ...timeline, ...noted].join('\n');
}
