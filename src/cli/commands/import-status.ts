import { cancelImport } from '@leadline/client';
import { ask } from '../api-client.ts';
import { command } from '../command.ts';
import { readImport, summaryOf } from '../import-progress.ts';

export const importStatus = command({
  summary: 'Show how far an import has come',
  usage: `Usage: leadline import status imp_… [--json]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --json   print one JSON object: the import
  --help   show this text`,
  takes: 1,
  async run(_, id = '') {
    const found = await readImport(id);
    return { json: found, text: () => summaryOf(found) };
  },
});

export const importCancel = command({
  summary: 'Stop an import; the leads that are in stay',
  usage: `Usage: leadline import cancel imp_… [--json]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --json   print one JSON object: the import
  --help   show this text`,
  takes: 1,
  async run(_, id = '') {
    await ask((api) => cancelImport(api, id));
    const found = await readImport(id);
    return { json: found, text: () => summaryOf(found) };
  },
});
