import { verifyLeads } from '../../leads/verify.ts';
import { command } from '../command.ts';
import { countOf, numberOf } from '../formats.ts';
import { withDatabase } from '../with-database.ts';

export const verify = command({
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
  async run() {
    const { leads, ...faults } = await withDatabase(verifyLeads);
    const { faulty, misscored, misrecorded, broken } = faults;
    const lines = [
      `${countOf(leads, 'lead')}, ${numberOf(faulty.length)} faulty, ${numberOf(misscored.length)} misscored, ${numberOf(misrecorded.length)} misrecorded, ${numberOf(broken.length)} broken`,
      ...faulty.map((id) => `${id} text`),
      ...misscored.map((id) => `${id} score`),
      ...misrecorded.map((id) => `${id} transitions`),
      ...broken.map((id) => `${id} references`),
    ];
    if (lines.length > 1) process.exitCode = 1;
    return { json: { leads, ...faults }, text: () => lines.join('\n') };
  },
});
