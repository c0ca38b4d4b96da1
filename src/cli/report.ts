import { callApi } from './api-client.ts';
import { withIds } from './api-names.ts';
import { readArguments } from './command.ts';
import { moneyOf, readCustoms } from './customs.ts';
import { print, printJson, printTable } from './print.ts';
import { alignRight, describeMeta, type Meta } from './report-text.ts';

/** Options that are sent on as they are. */
const parameters = {
  'created-at': 'filter[created_at]',
  source: 'filter[source]',
  owner: 'filter[owner]',
  team: 'filter[team]',
  'as-of': 'as_of',
  'group-by': 'group_by',
} as const;
type Option = keyof typeof parameters;

export const cohortOptions: readonly Option[] = ['created-at', 'source', 'owner', 'team', 'as-of'];

/** The part of the help that the reports share. */
export const cohortUsage = `  --created-at RANGE   leads created in this time: 2026-01-01..2026-01-31, last_90_days, …
                       (last_30_days)
  --source SOURCE      only leads from this source, by name or public id (several separated
                       by commas: any of them)
  --owner MEMBER       only leads of this member
  --team TEAM          only leads of this team
  --as-of TIME         as it stood then: 2026-01-31T09:30:00Z (now)`;

export const lastUsage = `  --json               print one JSON object: { "data": {…}, "meta": {…} }
  --help               show this text`;

interface Table {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /** Places of the columns that hold figures. */
  figures: readonly number[];
}

/** Asks for a report and prints it: which leads it is about, a table, and what is to be said below. */
export async function runReport<Data>(
  name: 'funnel' | 'velocity' | 'conversion',
  args: string[],
  options: readonly Option[],
  show: (data: Data, money: (value: number | null) => string) => { table: Table; below: string[] },
): Promise<void> {
  const sent = Object.fromEntries(options.map((option) => [option, { type: 'string' as const }]));
  const { values } = readArguments(args, { ...sent, json: { type: 'boolean' } }, { least: 0, most: 0 });
  const query = new URLSearchParams();
  for (const option of options) {
    const value = (values as Record<string, unknown>)[option];
    if (typeof value === 'string') query.set(parameters[option], await withIds(option, value));
  }
  const { data, meta } = await callApi<{ data: Data; meta: Meta }>('GET', `/reports/${name}?${query}`);
  if (values.json) return printJson({ data, meta });
  const { timeZone, currency } = await readCustoms();
  const { table, below } = show(data, (value) => moneyOf(value, currency));
  const { headings, rows } = alignRight(table.headings, table.rows, table.figures);
  print(`${describeMeta(meta, timeZone)}\n`);
  printTable(headings, rows);
  if (below.length > 0) print(`\n${below.join('\n')}`);
}
