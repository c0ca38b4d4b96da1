import { presentOrganization } from '../../organization/organizations.ts';
import { listOrganizations } from '../../organization/queries.ts';
import { command } from '../command.ts';
import { momentOf, tableOf } from '../formats.ts';
import { withDatabase } from '../with-database.ts';

const headings = ['PUBLIC ID', 'NAME', 'TIME ZONE', 'CURRENCY', 'CREATED'];

export const organizationList = command({
  summary: 'List the organizations, oldest first',
  usage: `Usage: leadline organization list [--json]

  --json    print one JSON object: { "organizations": […] }
  --help    show this text`,
  async run() {
    const organizations = (await withDatabase(listOrganizations)).map(presentOrganization);
    const rows = organizations.map(({ public_id, name, time_zone, currency, created_at }) => {
      return [public_id, name, time_zone, currency, momentOf(created_at, time_zone)];
    });
    return { json: { organizations }, text: () => tableOf(headings, rows) };
  },
});
