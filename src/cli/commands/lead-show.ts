import type { Lead } from '../../leads/schemas.ts';
import type { Activity, Note } from '../../timeline/schemas.ts';
import { callApi } from '../api-client.ts';
import { type Command, readArguments } from '../command.ts';
import { type Customs, momentOf, moneyOf, readCustoms } from '../customs.ts';
import { nameOf } from '../lead-table.ts';
import { print, printJson } from '../print.ts';

type ShownLead = Lead & { activities: Activity[]; notes: Note[] };

export const leadShow: Command = {
  summary: 'Show one lead with its timeline',
  usage: `Usage: leadline lead show lead_… [--json]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --json    print one JSON object: { "lead": {…} }
  --help    show this text`,
  async run(args) {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean' } }, { least: 1, most: 1 });
    const path = `/leads/${encodeURIComponent(positionals[0] ?? '')}?include=activities,notes`;
    const { data: lead } = await callApi<{ data: ShownLead }>('GET', path);
    if (values.json) printJson({ lead });
    else print(describe(lead, await readCustoms()));
  },
};

function describe(lead: ShownLead, { timeZone }: Customs): string {
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
  return [
    lead.public_id,
    ...lines,
    '',
    'Activities',
    ...timeline,
    ...(notes.length > 0 ? ['', 'Notes', ...notes] : []),
  ].join('\n');
}
