import { isEmail, MOST_EMAIL } from '../../http/email.ts';
import { cleanText } from '../../http/text.ts';
import { bodyValidator } from '../../http/validate.ts';
import { checkNames, createOrganization } from '../../organization/organizations.ts';
import { OrganizationPatch } from '../../organization/schemas.ts';
import { command, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const checkPatch = bodyValidator(OrganizationPatch);

export const organizationCreate = command({
  summary: 'Create an organization with an admin and the admin’s token',
  usage: `Usage: leadline organization create NAME [options]

Creates an organization with the default pipeline, an admin membership, and a token
for it that may do everything. The token is shown only this once.

  --email EMAIL      of the admin, who can then be invited to sign in
  --currency CODE    ISO 4217 code of all values (INR); fixed once a lead carries a value
  --time-zone ZONE   IANA name of the zone in which days begin and end (Asia/Kolkata)
  --json             print one JSON object: organization, membership, token
  --help             show this text`,
  options: { email: 'text', currency: 'text', 'time-zone': 'text' },
  takes: 1,
  async run({ email, currency, 'time-zone': timeZone }, given = '') {
    const name = readName(given);
    const chosen = {
      ...(currency !== undefined && { currency }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
    };
    const errors = { ...checkNames(chosen), ...checkPatch(chosen) };
    for (const [field, messages] of Object.entries(errors)) {
      throw new UsageError(`--${field.replace('_', '-')} ${messages.join(', ')}.`);
    }
    const admin = email === undefined ? {} : { email: readEmail(email) };
    const { organization, membership, token } = await withDatabase(
      (database, keys) => createOrganization(database, keys.organization, name, { ...chosen, ...admin }),
      { mayMake: true },
    );
    return {
      json: {
        organization: { public_id: organization.public_id, name: organization.name },
        membership: { public_id: membership.public_id, role: membership.role },
        token: { public_id: token.public_id, secret: token.secret },
      },
      text: () => `Organization  ${organization.public_id}  ${organization.name}
Membership    ${membership.public_id}  ${membership.role}
Token         ${token.secret}

The token is shown only this once.`,
    };
  },
});

function readEmail(text: string): string {
  const clean = cleanText(text, 'one', MOST_EMAIL);
  if ('fault' in clean || !isEmail(clean.text)) throw new UsageError('--email must be an email address.');
  return clean.text;
}

function readName(text: string): string {
  const clean = cleanText(text, 'one', 100);
  if ('fault' in clean) throw new UsageError(`The name ${clean.fault}.`);
  const length = [...clean.text].length;
  if (length < 1 || length > 100) throw new UsageError('The name must have 1 to 100 characters.');
  return clean.text;
}
