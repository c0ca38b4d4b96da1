import { CSV_TYPE } from '../../http/accept.ts';
import { ApiError } from '../api-client.ts';
import { command } from '../command.ts';
import { download } from '../download.ts';
import { countOf } from '../formats.ts';
import { readImport } from '../import-progress.ts';

export const importFailures = command({
  summary: 'Write the rows of an import that failed to standard output, as CSV',
  usage: `Usage: leadline import failures imp_… [--json] > FILE

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN. Each row has its
number in the file, its cells as they were, and why it failed. Correct them, and
import that file with the same --map and --ignore-unmapped.

  --json   say at the end on standard error { "failed": N }
  --help   show this text`,
  takes: 1,
  async run(_, id = '') {
    const { failed, links } = await readImport(id);
    if (links.failures !== null) await download(`/imports/${id}/failures`, CSV_TYPE, () => {});
    else if (failed > 0) throw new ApiError(`The rows of ${id} that failed are not kept any more.`);
    return { json: { failed }, text: () => `${countOf(failed, 'row')} failed`, aside: true };
  },
});
