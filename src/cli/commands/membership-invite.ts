import { localUrl, readConfig } from '../../config.ts';
import { emailKey } from '../../http/email.ts';
import { presentMembership } from '../../organization/memberships/memberships.ts';
import { listMemberships } from '../../organization/memberships/queries.ts';
import { systemAuthor } from '../../organization/organizations.ts';
import { invitationLink, inviteMember } from '../../organization/sign-in/invitations.ts';
import { command, UsageError } from '../command.ts';
import { idOf } from '../names.ts';
import { ALL, chooseOrganization, withDatabase } from '../with-database.ts';

export const membershipInvite = command({
  summary: 'Invite a person to sign in, also where a password was forgotten',
  usage: `Usage: leadline membership invite WHO [options]

Prints a link, once. Who opens it sets a password and is signed in. It works once, for
72 hours; a new link ends the older one.

  WHO                 email, name or public id of an active member with an email
  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "invitation": { "link", "expires_at" } }
  --help              show this text

The link begins with PUBLIC_URL or, where that is not set, with the address of HOST and PORT.`,
  options: { organization: 'text' },
  takes: 1,
  async run({ organization }, who = '') {
    const { publicUrl, host, port } = readConfig();
    const { text, expiresAt } = await withDatabase(async (database, keys) => {
      const { id } = await chooseOrganization(database, organization);
      const members = (await listMemberships(database, id, null, ALL)).map(presentMembership);
      const byEmail = members.filter(
        ({ email, active }) => active && email !== null && emailKey(email) === emailKey(who),
      );
      if (byEmail.length > 1) throw new UsageError(`Several members have the email ${who}: use a public id.`);
      const publicId = byEmail[0]?.public_id ?? (await idOf('membership', who, async () => members));
      return inviteMember(database, keys.organization, systemAuthor(id), null, publicId);
    });
    const invitation = {
      link: invitationLink(publicUrl ?? localUrl(host, port), text),
      expires_at: expiresAt.toISOString(),
    };
    return {
      json: { invitation },
      text: () =>
        `${invitation.link}\n\nThe link is shown only this once, and works once until ${invitation.expires_at}.`,
    };
  },
});
