import { createOrganization } from '../../access/organizations/organizations.ts';
import { cleanText } from '../../http/text.ts';
import { type Command, readArguments, UsageError } from '../command.ts';
import { print, printJson } from '../print.ts';
import { withDatabase } from '../with-database.ts';

export const organizationCreate: Command = {
  name: 'organization create',
  summary: 'Create an organization with an admin and the admin’s token',
  usage: `Usage: leadline organization create NAME [--json]

Creates an organization with the default pipeline, an admin membership, and a token
for it that may do everything. The token is shown only this once.

  --json    print one JSON object: organization, membership, token
  --help    show this text`,
  async run(args) {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean' } }, { least: 1, most: 1 });
    const name = readName(positionals[0] ?? '');
    const { organization, membership, token } = await withDatabase((database, keys) =>
      createOrganization(database, keys.organization, name),
    );
    if (values.json) {
      printJson({
        organization: { public_id: organization.public_id, name: organization.name },
        membership: { public_id: membership.public_id, role: membership.role },
        token: { public_id: token.public_id, secret: token.secret },
      });
    } else {
      print(`Organization  ${organization.public_id}  ${organization.name}`);
      print(`Membership    ${membership.public_id}  ${membership.role}`);
      print(`Token         ${token.secret}`);
      print('\nThe token is shown only this once.');
    }
  },
};

function readName(text: string): string {
  const clean = cleanText(text, 'one', 100);
  if ('fault' in clean) throw new UsageError(`The name ${clean.fault}.`);
  const length = [...clean.text].length;
  if (length < 1 || length > 100) throw new UsageError('The name must have 1 to 100 characters.');
  return clean.text;
}
