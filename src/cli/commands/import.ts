import { basename } from 'node:path';
import type { Import } from '../../imports/schemas.ts';
import { ApiError } from '../api-client.ts';
import { command, UsageError } from '../command.ts';
import { barOf, endLine, followImport, showOnError, summaryOf } from '../import-progress.ts';
import { idOf, namingOptions } from '../names.ts';
import { uploadFile } from '../upload.ts';

export const importFile = command({
  summary: 'Import leads from a CSV file',
  usage: `Usage: leadline import FILE [options]

Sends the file and waits until it is processed. Columns that are named like a field of a lead,
or like its label, map themselves. Calls the service at LEADLINE_URL with the token in
LEADLINE_TOKEN.

  --map "COLUMN=FIELD"  the field that a column goes to (phone, custom_fields.city, …), or
                        ignore; may be repeated
  --ignore-unmapped     leave out columns that map to nothing (else: refuse the file)
  --source SOURCE       name or public id of the source of rows that name none
  --dry-run             only say what would happen
  --on-duplicate fill   put values into empty fields of leads that are there (else: skip)
  --json                print one JSON object: the import
  --help                show this text

Ctrl-C leaves the import running: see leadline import status and leadline import cancel.`,
  options: { map: 'texts', 'ignore-unmapped': 'flag', source: 'text', 'dry-run': 'flag', 'on-duplicate': 'text' },
  takes: 1,
  async run(values, file = '') {
    const query = new URLSearchParams({ name: basename(file) });
    for (const one of values.map ?? []) query.append(...readMapping(one));
    if (values['ignore-unmapped']) query.set('unmapped', 'ignore');
    if (values.source !== undefined) query.set('source', await idOf('source', values.source));
    if (values['dry-run']) query.set('dry_run', 'true');
    if (values['on-duplicate'] !== undefined) query.set('on_duplicate', values['on-duplicate']);
    const sending = (sent: number, of: number) => showOnError(`${barOf(sent, of)} sending the file`);
    const sent = uploadFile<{ data: Import }>(`/imports?${query}`, file, sending);
    const { data } = await namingOptions({ 'on-duplicate': 'on_duplicate' }, sent).catch(namingColumns);
    const leave = () => {
      endLine();
      process.stderr.write(`The import goes on. To see how far it is: leadline import status ${data.public_id}\n`);
      process.exit(130);
    };
    process.once('SIGINT', leave);
    process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[2K' : ''}Import ${data.public_id}\n`);
    const done = await followImport(data.public_id, showOnError);
    process.removeListener('SIGINT', leave);
    endLine();
    if (done.state !== 'done') process.exitCode = 1;
    return { json: done, text: () => summaryOf(done) };
  },
});

/** The service names a column by its parameter, `mapping[Mobile no]`; here `--map` says where it goes. */
function namingColumns(error: unknown): never {
  if (!(error instanceof ApiError) || !Object.keys(error.errors).some((name) => /^mapping\b/.test(name))) throw error;
  const message = error.message
    .replaceAll(/^ {2}mapping\[(.*)\] /gm, '  --map "$1=…" ')
    .replaceAll(/^ {2}mapping /gm, '  --map ');
  throw new ApiError(`${message}\n  --ignore-unmapped leaves out columns that map to nothing`);
}

function readMapping(text: string): [string, string] {
  const equals = text.lastIndexOf('=');
  if (equals < 1) throw new UsageError(`--map must be "COLUMN=FIELD", not ${text}`);
  return [`mapping[${text.slice(0, equals).trim()}]`, text.slice(equals + 1).trim()];
}
