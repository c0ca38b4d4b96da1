import { readApi } from './api-client.ts';
import { type Command, command } from './command.ts';
import { moneyOf, readFormats, tableOf } from './formats.ts';
import { namingOptions, queryOf } from './names.ts';
import { describeMeta, type Meta } from './report-text.ts';

const parameters = {
  'created-at': 'filter[created_at]',
  source: 'filter[source]',
  owner: 'filter[owner]',
  team: 'filter[team]',
  'as-of': 'as_of',
  'group-by': 'group_by',
} as const;

interface Report<Data> {
  name: 'funnel' | 'velocity' | 'conversion';
  summary: string;
  /** What it says, for the help. */
  about: string;
  /** The help on --group-by, of a report that has it. */
  groupBy?: string;
  /** Of the columns, all but the first and the one without heading hold figures. */
  headings: readonly string[];
  show(data: Data, money: (value: number | null) => string): { rows: string[][]; below?: string[] };
}

/** A command that asks for a report and prints which leads it is about, a table, and what is to be said below. */
export function report<Data>({ name, summary, about, groupBy, headings, show }: Report<Data>): Command {
  return command({
    summary,
    usage: `Usage: leadline report ${name} [options]

${about}
Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

${groupBy === undefined ? '' : `  --group-by WHAT      ${groupBy}\n`}\
  --created-at RANGE   leads created in this time: 2026-01-01..2026-01-31, last_90_days, …
                       (last_30_days)
  --source SOURCE      only leads from this source, by name or public id (several separated
                       by commas: any of them)
  --owner MEMBER       only leads of this member; none: of nobody
  --team TEAM          only leads of this team
  --as-of TIME         as it stood then: 2026-01-31T09:30:00Z (now)
  --json               print one JSON object: { "data": {…}, "meta": {…} }
  --help               show this text`,
    options: {
      'created-at': 'text',
      source: 'text',
      owner: 'text',
      team: 'text',
      'as-of': 'text',
      ...(groupBy !== undefined && { 'group-by': 'text' }),
    },
    async run(values) {
      const query = await queryOf(parameters, values);
      const asked = readApi<{ data: Data; meta: Meta }>(`/reports/${name}?${query}`);
      const { data, meta } = await namingOptions(parameters, asked);
      return {
        json: { data, meta },
        async text() {
          const { timeZone, currency } = await readFormats();
          const { rows, below = [] } = show(data, (value) => moneyOf(value, currency));
          const figures = headings.flatMap((heading, n) => (n === 0 || heading === '' ? [] : [n]));
          const parts = [describeMeta(meta, timeZone), tableOf(headings, rows, figures), below.join('\n')];
          return parts.filter((part) => part !== '').join('\n\n');
        },
      };
    },
  });
}
