import { listTokens } from '../../organization/tokens/queries.ts';
import type { Token } from '../../organization/tokens/schemas.ts';
import { presentToken } from '../../organization/tokens/tokens.ts';
import { command } from '../command.ts';
import { momentOf, tableOf } from '../formats.ts';
import { ALL, chooseOrganization, withDatabase } from '../with-database.ts';

export const tokenList = command({
  summary: 'List the tokens of an organization, newest first',
  usage: `Usage: leadline token list [--organization org_…] [--json]

  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "tokens": […] }
  --help              show this text`,
  options: { organization: 'text' },
  async run({ organization }) {
    const { tokens, timeZone } = await withDatabase(async (database) => {
      const { id, time_zone } = await chooseOrganization(database, organization);
      return {
        tokens: (await listTokens(database, id, { kind: 'token', membershipId: null }, null, ALL)).map(presentToken),
        timeZone: time_zone,
      };
    });
    const rows = tokens.map((one) => {
      return [one.public_id, one.name, one.membership.name, one.abilities.join(' '), stateOf(one, timeZone)];
    });
    const headings = ['PUBLIC ID', 'NAME', 'MEMBERSHIP', 'ABILITIES', 'STATE'];
    return { json: { tokens }, text: () => tableOf(headings, rows) };
  },
});

function stateOf({ revoked_at, expires_at }: Token, timeZone: string): string {
  if (revoked_at !== null) return `revoked ${momentOf(revoked_at, timeZone)}`;
  if (expires_at === null) return 'valid';
  const isOver = Date.parse(expires_at) <= Date.now();
  return `${isOver ? 'expired' : 'valid until'} ${momentOf(expires_at, timeZone)}`;
}
