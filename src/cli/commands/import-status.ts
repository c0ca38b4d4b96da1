import { cancelImport } from '@leadline/client';
import { ask } from '../api-client.ts';
import { command } from '../command.ts';
import { readImport, summaryOf } from '../import-progress.ts';

/** A command that shows an import, after what it does with it. */
const importCommand = (verb: string, summary: string, act: (id: string) => Promise<unknown>) =>
  command({
    summary,
    usage: `Usage: leadline import ${verb} imp_… [--json]

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN.

  --json   print one JSON object: the import
  --help   show this text`,
    takes: 1,
    async run(_, id = '') {
      await act(id);
      const found = await readImport(id);
      return { json: found, text: () => summaryOf(found) };
    },
  });

export const importStatus = importCommand('status', 'Show how far an import has come', async () => {});

export const importCancel = importCommand('cancel', 'Stop an import; the leads that are in stay', (id) =>
  ask((api) => cancelImport(api, id)),
);
