import { systemAuthor } from '../../organization/organizations.ts';
import { revokeToken } from '../../organization/tokens/tokens.ts';
import { isPublicId } from '../../public-id.ts';
import { type Command, readArguments, UsageError } from '../command.ts';
import { print, printJson } from '../print.ts';
import { chooseOrganization, withDatabase } from '../with-database.ts';

export const tokenRevoke: Command = {
  summary: 'Revoke a token, at once',
  usage: `Usage: leadline token revoke tok_… [--organization org_…] [--json]

Revokes the token with this public id. A running service refuses it within a second.
To revoke it again changes nothing.

  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "revoked": "tok_…" }
  --help              show this text`,
  async run(args) {
    const options = { organization: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, options, { least: 1, most: 1 });
    const publicId = positionals[0] ?? '';
    if (!isPublicId('token', publicId)) {
      throw new UsageError('Name the token by its public id (tok_…), as `leadline token list` shows it.');
    }
    await withDatabase(async (database) => {
      const { id } = await chooseOrganization(database, values.organization);
      await revokeToken(database, systemAuthor(id), publicId);
    });
    if (values.json) printJson({ revoked: publicId });
    else print(`Revoked ${publicId}.`);
  },
};
