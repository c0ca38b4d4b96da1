import { verifyLeads } from '../../leads/verify.ts';
import { type Command, readArguments } from '../command.ts';
import { print, printJson } from '../print.ts';
import { withDatabase } from '../with-database.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Compare every lead with its rendered form',
  usage: `Usage: leadline verify [--json]

Leads are kept as columns and as the JSON that callers get. This renders each one anew
and compares; exit code 1 where any differs.

  --json    print one JSON object: { "leads": N, "faulty": […] }
  --help    show this text`,
  async run(args) {
    const { values } = readArguments(args, { json: { type: 'boolean' } }, { least: 0, most: 0 });
    const result = await withDatabase(verifyLeads);
    if (values.json) printJson(result);
    else print([`${result.leads} leads, ${result.faulty.length} faulty`, ...result.faulty].join('\n'));
    if (result.faulty.length > 0) process.exitCode = 1;
  },
};
