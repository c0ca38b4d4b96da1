import { verifyLeads } from '../../leads/verify.ts';
import { type Command, readArguments } from '../command.ts';
import { print, printJson } from '../print.ts';
import { withDatabase } from '../with-database.ts';

export const verify: Command = {
  summary: 'Compare every lead with its rendered form, its score, its transitions and what it refers to',
  usage: `Usage: leadline verify [--json]

Leads are kept as columns and as the JSON that callers get, and with the score that
their fields and activities give them. This renders and scores each one anew and
compares; exit code 1 where any differs. Leads that still await a new scoring model
are passed over. What a lead keeps of its transitions, which reports count by, is
compared with the transitions themselves. Whatever a lead refers to must be there, and
its place in the order by activity must be the right one.

  --json    print one JSON object:
            { "leads": N, "faulty": […], "misscored": […], "misrecorded": […],
              "broken": […] }
  --help    show this text`,
  async run(args) {
    const { values } = readArguments(args, { json: { type: 'boolean' } }, { least: 0, most: 0 });
    const result = await withDatabase(verifyLeads);
    const { leads, faulty, misscored, misrecorded, broken } = result;
    if (values.json) printJson(result);
    else {
      const lines = [
        ...faulty.map((id) => `${id} text`),
        ...misscored.map((id) => `${id} score`),
        ...misrecorded.map((id) => `${id} transitions`),
        ...broken.map((id) => `${id} references`),
      ];
      const counts = `${faulty.length} faulty, ${misscored.length} misscored, ${misrecorded.length} misrecorded, ${broken.length} broken`;
      print([`${leads} leads, ${counts}`, ...lines].join('\n'));
    }
    if (faulty.length + misscored.length + misrecorded.length + broken.length > 0) process.exitCode = 1;
  },
};
