import { systemAuthor } from '../../organization/organizations.ts';
import { revokeToken } from '../../organization/tokens/tokens.ts';
import { isPublicId } from '../../public-id.ts';
import { command, UsageError } from '../command.ts';
import { chooseOrganization, withDatabase } from '../with-database.ts';

export const tokenRevoke = command({
  summary: 'Revoke a token, at once',
  usage: `Usage: leadline token revoke tok_… [--organization org_…] [--json]

Revokes the token with this public id. A running service refuses it within a second.
To revoke it again changes nothing.

  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "revoked": "tok_…" }
  --help              show this text`,
  options: { organization: 'text' },
  takes: 1,
  async run({ organization }, publicId = '') {
    if (!isPublicId('token', publicId)) {
      throw new UsageError('Name the token by its public id (tok_…), as `leadline token list` shows it.');
    }
    await withDatabase(async (database) => {
      const { id } = await chooseOrganization(database, organization);
      await revokeToken(database, systemAuthor(id), publicId);
    });
    return { json: { revoked: publicId }, text: () => `Revoked ${publicId}.` };
  },
});
