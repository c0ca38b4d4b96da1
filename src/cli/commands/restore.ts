import { createReadStream } from 'node:fs';
import { verifyBackup } from '../../backup/read.ts';
import { restore } from '../../backup/restore.ts';
import { backupJson, backupLine, watchTables } from '../backup-text.ts';
import { command } from '../command.ts';
import { withServer } from '../with-database.ts';
import { asFileError } from './backup.ts';

export const restoreBackup = command({
  summary: 'Load a backup into an empty database, which is made if there is none',
  usage: `Usage: leadline restore FILE

Loads what \`leadline backup\` wrote into the empty database in DATABASE_URL or
LEADLINE_DATA. A file that is damaged and a database that is not empty are refused. An
interrupted restore leaves the database empty: run it again. Stop the service on that
database first. Tokens of the backup stay valid. - is standard input.

  --json    print what was restored as one JSON object
  --help    show this text`,
  takes: 1,
  async run(_, file = '') {
    // A damaged file is refused before a database is made for it.
    if (file !== '-') await verifyBackup(createReadStream(file)).catch((error) => asFileError(error, file));
    const { watch, end } = watchTables();
    const restored = await withServer(true, (target) =>
      restore(target, file === '-' ? process.stdin : createReadStream(file), watch),
    ).finally(end);
    const { skipped } = restored;
    const rest = skipped.length === 0 ? '' : `\nNot restored, since Leadline has no such table: ${skipped.join(', ')}`;
    return { json: { ...backupJson(restored), skipped }, text: () => `Restored: ${backupLine(restored)}${rest}` };
  },
});
