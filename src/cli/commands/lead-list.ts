import type { Lead } from '../../leads/schemas.ts';
import { readPages } from '../api-client.ts';
import { command } from '../command.ts';
import { leadTable } from '../lead-table.ts';
import { queryOf } from '../names.ts';

const parameters = {
  status: 'filter[status]',
  owner: 'filter[owner]',
  source: 'filter[source]',
  created: 'filter[created_at]',
  band: 'filter[score_band]',
  sort: 'sort',
  size: 'page[size]',
} as const;

export const leadList = command({
  summary: 'List leads that the token may see',
  usage: `Usage: leadline lead list [options]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --status STATUS   only leads in this status, by name or public id (several separated by
                    commas: in any of them)
  --owner MEMBER    only leads of this member
  --source SOURCE   only leads from this source
  --created RANGE   only leads created in this time: 2026-01-01..2026-01-31, last_30_days, …
  --band BAND       hot, warm or cold
  --sort SORT       -created_at (newest first, the default), -score (hottest first),
                    score (coldest first), or -last_activity_at
  --size N          leads a page (50)
  --all             all pages, not only the first
  --json            print one JSON object: { "leads": […], "next": … }
  --help            show this text`,
  options: {
    status: 'text',
    owner: 'text',
    source: 'text',
    created: 'text',
    band: 'text',
    sort: 'text',
    size: 'text',
    all: 'flag',
  },
  async run(values) {
    const query = await queryOf(parameters, values);
    const { records: leads, next } = await readPages<Lead>(`/leads?${query}`, values.all === true);
    const more = next === null ? '' : '\n\nThere are more: --all lists all of them.';
    return { json: { leads, next }, text: async () => (await leadTable(leads)) + more };
  },
});
