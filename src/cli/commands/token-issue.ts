import { explain } from '../../explain.ts';
import { bodyValidator } from '../../http/validate.ts';
import { presentMembership } from '../../organization/memberships/memberships.ts';
import { listMemberships } from '../../organization/memberships/queries.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import { TokenCreate } from '../../organization/tokens/schemas.ts';
import { checkExpiry, issueToken } from '../../organization/tokens/tokens.ts';
import { invalid, Problem } from '../../problems.ts';
import { command, UsageError } from '../command.ts';
import { idOf } from '../names.ts';
import { ALL, chooseOrganization, withDatabase } from '../with-database.ts';

const check = bodyValidator(TokenCreate);

const OPTIONS: Readonly<Record<string, string>> = {
  membership: '--membership',
  name: '--name',
  abilities: '--ability',
  expires_at: '--expires-at',
};

/** What is wrong with a field of the token is said of the option that set it: the command line is wrong. */
const sayOptions = (error: unknown): never => {
  if (!(error instanceof Problem) || error.errors === undefined) throw error;
  const faults = Object.entries(error.errors).map(([field, texts]) => [OPTIONS[field] ?? field, texts]);
  throw new UsageError(explain(invalid(Object.fromEntries(faults))));
};

export const tokenIssue = command({
  summary: 'Issue a token for a membership',
  usage: `Usage: leadline token issue --membership WHO --name NAME --ability ABILITY… [options]

Issues a token. It is shown only this once.

  --membership WHO    the member it belongs to, by name or by public id
  --name NAME         what it is for
  --ability ABILITY   what it may do, such as leads:read; may be repeated; * for all
                      that the membership's role may do
  --expires-at TIME   when it stops working, such as 2027-01-31T00:00:00Z
  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "token": {…} }
  --help              show this text`,
  options: { membership: 'text', name: 'text', ability: 'texts', 'expires-at': 'text', organization: 'text' },
  async run(values) {
    for (const name of ['membership', 'name', 'ability'] as const) {
      if (values[name] === undefined) throw new UsageError(`--${name} is needed.`);
    }
    const input = {
      membership: values.membership,
      name: values.name,
      abilities: values.ability,
      ...(values['expires-at'] !== undefined && { expires_at: values['expires-at'] }),
    };
    const { membership: _, ...errors } = { ...checkExpiry(input), ...check(input) };
    if (Object.keys(errors).length > 0) sayOptions(invalid(errors));
    const token = await withDatabase(async (database, keys) => {
      const { id } = await chooseOrganization(database, values.organization);
      const list = async () => (await listMemberships(database, id, null, ALL)).map(presentMembership);
      const membership = await idOf('membership', values.membership ?? '', list);
      return issueToken(database, keys.organization, systemAuthor(id), null, { ...input, membership } as TokenCreate);
    }).catch(sayOptions);
    return {
      json: { token },
      text: () => `Token    ${token.public_id}  ${token.name}  (${token.membership.name})
Secret   ${token.secret}

The secret is shown only this once.`,
    };
  },
});
