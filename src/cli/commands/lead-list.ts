import type { Lead } from '../../leads/schemas.ts';
import { callApi } from '../api-client.ts';
import { withIds } from '../api-names.ts';
import { type Command, readArguments } from '../command.ts';
import { readCustoms } from '../customs.ts';
import { printLeads } from '../lead-table.ts';
import { print, printJson } from '../print.ts';

interface Page {
  data: Lead[];
  links: { next: string | null };
}

/** Options that are sent on as they are. */
const parameters = {
  status: 'filter[status]',
  owner: 'filter[owner]',
  source: 'filter[source]',
  created: 'filter[created_at]',
  band: 'filter[score_band]',
  sort: 'sort',
  size: 'page[size]',
} as const;

export const leadList: Command = {
  summary: 'List leads that the token may see',
  usage: `Usage: leadline lead list [options]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --status STATUS   only leads in this status, by name or public id (several separated by
                    commas: in any of them)
  --owner MEMBER    only leads of this member; none: nobody's
  --source SOURCE   only leads from this source
  --created RANGE   only leads created in this time: 2026-01-01..2026-01-31, last_30_days, …
  --band BAND       hot, warm or cold
  --sort SORT       -created_at (newest first, the default), -score (hottest first),
                    score (coldest first), or -last_activity_at
  --size N          leads a page (50)
  --all             all pages, not only the first
  --json            print one JSON object: { "leads": […], "next": … }
  --help            show this text`,
  async run(args) {
    const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const sent = Object.fromEntries(Object.keys(parameters).map((name) => [name, { type: 'string' as const }]));
    const { values } = readArguments(args, { ...sent, ...options }, { least: 0, most: 0 });
    const query = new URLSearchParams();
    for (const [name, parameter] of Object.entries(parameters)) {
      const value = (values as Record<string, unknown>)[name];
      if (typeof value === 'string') query.set(parameter, await withIds(name, value));
    }
    const leads: Lead[] = [];
    let next: string | null = `/leads?${query}`;
    do {
      const page: Page = await callApi<Page>('GET', next);
      leads.push(...page.data);
      next = page.links.next;
    } while (values.all && next !== null);
    if (values.json) printJson({ leads, next });
    else {
      printLeads(leads, await readCustoms());
      if (next !== null) print('\nThere are more: --all lists all of them.');
    }
  },
};
