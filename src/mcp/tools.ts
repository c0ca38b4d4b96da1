import { BASE_PATH, type Operation } from '../http/operation.ts';
import { argumentsOf } from './arguments.ts';
import { compactLead, compactLeadAnswer, compactPage, compactReport, compactWritten } from './compact.ts';
import { kinds, listed, SETTINGS_TOOL, settingsTool } from './list-settings.ts';
import { type Performed, type Tool, type ToolDefinition, toolOf } from './tool.ts';
import { type Wording, wordingWith } from './wording.ts';

const reportRange =
  'Counts leads that were created in `created_at` (the last 30 days unless set), as far as the token may see them. `definition` in the answer says what each figure means.';

const references = { status: 'status', owner: 'membership', team: 'team', source: 'source' } as const;

const definitions: readonly ToolDefinition[] = [
  {
    name: 'find_leads',
    title: 'Find leads',
    description:
      'Finds leads by name, phone, email, status, owner, source, dates, value, score band or custom fields. All arguments are optional and combine with AND; without any, the newest leads. Each lead has its public_id for the other tools; fields without a value are left out. `next` is the cursor of the next page: call again with the same arguments and `cursor`; null: that was all. To count leads or compare groups, use the reports instead of reading every page.',
    operationId: 'listLeads',
    arguments: { pageSize: 20, references },
    compact: compactPage(compactLead, 'leads'),
  },
  {
    name: 'get_lead',
    title: 'Read a lead',
    description:
      'Reads one lead by its public id. With `include` set to "activities,notes" also its timeline, newest first, 50 of each at most: what was said and done so far.',
    operationId: 'getLead',
    compact: compactLeadAnswer,
  },
  {
    name: 'create_lead',
    title: 'Create a lead',
    description:
      'Captures a new lead, which gets the first status of the pipeline and an owner by the distribution rules. It needs a phone (an Indian mobile number) or an email, and every custom field that is required. If a lead with this phone or email exists, `duplicate` is true, that lead is answered and stays as it is; what differs is kept as a re-enquiry on its timeline.',
    operationId: 'createLead',
    compact: compactLeadAnswer,
  },
  {
    name: 'update_lead',
    title: 'Change a lead',
    description:
      'Changes fields of a lead. Send only what changes: a missing field stays as it is, null clears it, `custom_fields` are merged by key. For the status use move_lead. `owner` needs the ability leads:assign.',
    operationId: 'changeLead',
    arguments: { without: { status: 'is not changed here; use move_lead' } },
    isIdempotent: true,
    compact: compactLeadAnswer,
  },
  {
    name: 'move_lead',
    title: 'Move a lead to another status',
    description:
      'Moves a lead to another status of the pipeline and records the move, which reports count. Status ids come from list_settings, or from leads and reports that show them. If the pipeline forbids the move, the error names the statuses that are allowed; some statuses need a note or certain fields first. A lead that is in the status already stays as it is, with `transition` null.',
    operationId: 'moveLead',
    isIdempotent: true,
    compact: compactLeadAnswer,
  },
  {
    name: 'add_note',
    title: 'Add a note',
    description:
      'Adds a note to a lead: what people should know about it. Notes cannot be changed or taken back. For something that happened (a call, a meeting) use add_activity.',
    operationId: 'addLeadNote',
    compact: compactWritten('note'),
  },
  {
    name: 'add_activity',
    title: 'Record an activity',
    description:
      'Records on the timeline of a lead that something happened: a call, an email, a meeting, a message, a visit. It does not call or send anything itself. The score of the lead may rise by it. It cannot be taken back.',
    operationId: 'addLeadActivity',
    compact: compactWritten('activity'),
  },
  {
    name: 'report_funnel',
    title: 'Funnel report',
    description: `How far leads come: for each stage of the pipeline how many entered and reached it, went on, were lost there or are open there, and their value. ${reportRange}`,
    operationId: 'reportFunnel',
    arguments: { references },
    compact: compactReport,
  },
  {
    name: 'report_velocity',
    title: 'Velocity report',
    description: `How long leads take: the time in each stage, from creation to won or lost, and the value won per day at that pace. Durations are in seconds. ${reportRange}`,
    operationId: 'reportVelocity',
    arguments: { references },
    compact: compactReport,
  },
  {
    name: 'report_conversion',
    title: 'Conversion report',
    description: `What leads come to, by source, owner, team, week, month or status: how many were won, lost and are open, the conversion and win rate, the value won. At most 50 groups are shown; \`total\` counts all. ${reportRange}`,
    operationId: 'reportConversion',
    arguments: { references },
    compact: compactReport,
  },
];

/** Made once: schemas and descriptions come from the operations. */
export function toolsOf(performedOf: (operationId: string) => Performed): {
  tools: ReadonlyMap<string, Tool>;
  wording: Wording;
} {
  const addressOf = ({ method, path }: Operation) => `${method} ${BASE_PATH}${path}`;
  const performed = definitions.map(({ operationId }) => performedOf(operationId));
  const wording = wordingWith(
    new Map([
      ...definitions.map(({ name }, n) => [addressOf((performed[n] as Performed).operation), name] as const),
      ...kinds.map((kind) => [addressOf(performedOf(listed[kind].operationId).operation), SETTINGS_TOOL] as const),
    ]),
  );
  const tools = definitions.map((definition, n) => {
    const one = performed[n] as Performed;
    return toolOf(definition, one, argumentsOf(one.operation, wording, definition.arguments));
  });
  const settings = settingsTool(performedOf, ({ operation }) => argumentsOf(operation, wording));
  return { tools: new Map([...tools, settings].map((tool) => [tool.name, tool])), wording };
}
