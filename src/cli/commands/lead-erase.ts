import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { eraseLead } from '@leadline/client';
import { ask } from '../api-client.ts';
import { command } from '../command.ts';

export const leadErase = command({
  summary: 'Erase everything personal of a lead, for good',
  usage: `Usage: leadline lead erase lead_… [--reason TEXT] [--suppress] [--yes] [--json]

Contact, custom fields, notes, summaries and the values in the audit trail go; what
reports count stays. It cannot be undone. Calls the service at LEADLINE_URL with the
token in LEADLINE_TOKEN, which needs leads:erase. On a terminal it asks first.

  --reason TEXT   kept in the audit trail; put nothing personal into it
  --suppress      keep keyed hashes of phone and email, so that the person is not
                  captured again
  --yes           do not ask
  --json          print one JSON object: { "erased": "lead_…" } (null: not confirmed)
  --help          show this text`,
  options: { reason: 'text', suppress: 'flag', yes: 'flag' },
  takes: 1,
  async run({ reason, suppress, yes }, publicId = '') {
    if (!yes && process.stdin.isTTY && !(await isConfirmed(publicId))) {
      process.exitCode = 1;
      return { json: { erased: null }, text: () => 'Nothing was erased.' };
    }
    await ask((api) => eraseLead(api, publicId, { reason: reason || undefined, suppress }));
    return { json: { erased: publicId }, text: () => `Erased ${publicId}.` };
  },
});

/** Asked on standard error, so that the output stays what it is. A closed terminal says no. */
async function isConfirmed(publicId: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(terminal, 'close').then(() => 'no');
  const asked = terminal.question(`Erase ${publicId}? This cannot be undone. Type yes to go on: `);
  const answer = await Promise.race([asked, closed]);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
