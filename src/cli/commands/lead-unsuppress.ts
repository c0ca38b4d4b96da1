import { isEmail } from '../../http/email.ts';
import { normalizePhone } from '../../http/phone.ts';
import { Suppression } from '../../leads/suppression/suppression.ts';
import { command, UsageError } from '../command.ts';
import { chooseOrganization, withDatabase } from '../with-database.ts';

export const leadUnsuppress = command({
  summary: 'Let a suppressed phone or email be captured again',
  usage: `Usage: leadline lead unsuppress PHONE|EMAIL [--organization org_…] [--json]

A lead that was erased with --suppress is not captured again by its phone or email. This
lifts that for one of them, with an entry in the audit trail. Works on the database that
the service uses.

  --organization ID   needed where there are several organizations
  --json              print one JSON object: { "unsuppressed": true }, or false where the
                      contact was not suppressed
  --help              show this text`,
  options: { organization: 'text' },
  takes: 1,
  async run({ organization }, contact = '') {
    const phone = normalizePhone(contact);
    const email = contact.trim();
    if (phone === null && !isEmail(email)) throw new UsageError('Give a mobile number or an email address.');
    const unsuppressed = await withDatabase(async (database, keys) => {
      const chosen = await chooseOrganization(database, organization);
      const suppression = new Suppression(keys.suppression);
      return phone === null
        ? suppression.lift(database, chosen, 'email', email)
        : suppression.lift(database, chosen, 'phone', phone);
    });
    const text = unsuppressed ? 'It can be captured again.' : 'It was not suppressed.';
    return { json: { unsuppressed }, text: () => text };
  },
});
