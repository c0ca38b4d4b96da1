import type { Lead } from '../../leads/schemas.ts';
import type { Activity, Note } from '../../timeline/schemas.ts';
import { callApi } from '../api-client.ts';
import { command } from '../command.ts';
import { type Formats, momentOf, moneyOf, readFormats } from '../formats.ts';
import { nameOf } from '../lead-table.ts';

type ShownLead = Lead & { activities: Activity[]; notes: Note[] };

export const leadShow = command({
  summary: 'Show one lead with its timeline',
  usage: `Usage: leadline lead show lead_… [--json]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --json    print one JSON object: { "lead": {…} }
  --help    show this text`,
  takes: 1,
  async run(_, publicId = '') {
    const path = `/leads/${encodeURIComponent(publicId)}?include=activities,notes`;
    const { data: lead } = await callApi<{ data: ShownLead }>('GET', path);
    return { json: { lead }, text: async () => describe(lead, await readFormats()) };
  },
});

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
