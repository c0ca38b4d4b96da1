import { presentOrganization } from '../../organization/organizations.ts';
import { listOrganizations } from '../../organization/queries.ts';
import { type Command, readArguments } from '../command.ts';
import { momentOf } from '../customs.ts';
import { printJson, printTable } from '../print.ts';
import { withDatabase } from '../with-database.ts';

export const organizationList: Command = {
  summary: 'List the organizations, oldest first',
  usage: `Usage: leadline organization list [--json]

  --json    print one JSON object: { "organizations": […] }
  --help    show this text`,
  async run(args) {
    const { values } = readArguments(args, { json: { type: 'boolean' } }, { least: 0, most: 0 });
    const organizations = (await withDatabase(listOrganizations)).map(presentOrganization);
    if (values.json) printJson({ organizations });
    else {
      printTable(
        ['PUBLIC ID', 'NAME', 'TIME ZONE', 'CURRENCY', 'CREATED'],
        organizations.map((one) => [
          one.public_id,
          one.name,
          one.time_zone,
          one.currency,
          momentOf(one.created_at, one.time_zone),
        ]),
      );
    }
  },
};
