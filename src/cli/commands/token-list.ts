import type { Position } from '../../db/cursor.ts';
import type { Database } from '../../db/sql.ts';
import { listTokens } from '../../organization/tokens/queries.ts';
import type { Token } from '../../organization/tokens/schemas.ts';
import { presentToken } from '../../organization/tokens/tokens.ts';
import { type Command, readArguments } from '../command.ts';
import { momentOf } from '../customs.ts';
import { printJson, printTable } from '../print.ts';
import { chooseOrganization, withDatabase } from '../with-database.ts';

const PAGE = 200;

export const tokenList: Command = {
  summary: 'List the tokens of an organization, newest first',
  usage: `Usage: leadline token list [--organization org_…] [--json]

  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "tokens": […] }
  --help              show this text`,
  async run(args) {
    const options = { organization: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values } = readArguments(args, options, { least: 0, most: 0 });
    const { tokens, timeZone } = await withDatabase(async (database) => {
      const { id, time_zone } = await chooseOrganization(database, values.organization);
      return { tokens: await listAllTokens(database, id), timeZone: time_zone };
    });
    if (values.json) printJson({ tokens });
    else {
      printTable(
        ['PUBLIC ID', 'NAME', 'MEMBERSHIP', 'ABILITIES', 'STATE'],
        tokens.map((one) => [
          one.public_id,
          one.name,
          one.membership.name,
          one.abilities.join(' '),
          stateOf(one, timeZone),
        ]),
      );
    }
  },
};

async function listAllTokens(database: Database, organizationId: string): Promise<Token[]> {
  const tokens: Token[] = [];
  let after: Position | null = null;
  for (;;) {
    const rows = await listTokens(database, organizationId, after, PAGE);
    tokens.push(...rows.map(presentToken));
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return tokens;
    after = [last.created_at.toISOString(), last.id];
  }
}

function stateOf({ revoked_at, expires_at }: Token, timeZone: string): string {
  if (revoked_at !== null) return `revoked ${momentOf(revoked_at, timeZone)}`;
  if (expires_at === null) return 'valid';
  const isOver = Date.parse(expires_at) <= Date.now();
  return `${isOver ? 'expired' : 'valid until'} ${momentOf(expires_at, timeZone)}`;
}
