import type { Lead } from '../../leads/schemas.ts';
import { readPages } from '../api-client.ts';
import { command } from '../command.ts';
import { askForLeads, leadFilterOptions, leadFilterUsage } from '../lead-filters.ts';
import { leadTable } from '../lead-table.ts';

export const leadList = command({
  summary: 'List leads that the token may see',
  usage: `Usage: leadline lead list [options]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

${leadFilterUsage}
  --size N          leads a page (50)
  --all             all pages, not only the first
  --json            print one JSON object: { "leads": […], "next": … }
  --help            show this text`,
  options: { ...leadFilterOptions, size: 'text', all: 'flag' },
  async run(values) {
    const read = (path: string) => readPages<Lead>(path, values.all === true);
    const { records: leads, next } = await askForLeads(values, read);
    const more = next === null ? '' : '\n\nThere are more: --all lists all of them.';
    return { json: { leads, next }, text: async () => (await leadTable(leads)) + more };
  },
});
