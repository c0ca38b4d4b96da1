import { createReadStream, createWriteStream, openSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { backUp } from '../../backup/backup.ts';
import type { Backup } from '../../backup/format.ts';
import { verifyBackup } from '../../backup/read.ts';
import type { Target } from '../../db/connect.ts';
import { OperatorError } from '../../operator-error.ts';
import { backupJson, backupLine, watchTables } from '../backup-text.ts';
import { command } from '../command.ts';
import { withServer } from '../with-database.ts';

export const backup = command({
  summary: 'Write everything in the database to one file, or check such a file',
  usage: `Usage: leadline backup FILE
       leadline backup --verify FILE

Writes the data of one moment, also from a running service, which is not held up; only
changes of the schema wait. The file is as secret as the database: it is readable by you
alone. An existing file is replaced once the new one is whole. - is standard output, or
standard input with --verify.

  --verify  read a backup to its end and check every byte; needs no database
  --json    print what the file holds as one JSON object
  --help    show this text`,
  options: { verify: 'flag' },
  takes: 1,
  async run({ verify }, file = '') {
    const made = verify ? await check(file) : await withServer(false, (target) => write(target, file));
    const aside = file === '-' && !verify;
    return { json: backupJson(made), text: () => `${verify ? 'Sound: ' : ''}${backupLine(made)}`, aside };
  },
});

const check = (file: string): Promise<Backup> =>
  verifyBackup(file === '-' ? process.stdin : createReadStream(file)).catch((error) => asFileError(error, file));

async function write(target: Target, file: string): Promise<Backup> {
  const { watch, end } = watchTables();
  try {
    if (file === '-') return await backUp(target, process.stdout, watch);
    return await replacing(file, (stream) => backUp(target, stream, watch)).catch((error) => asFileError(error, file));
  } finally {
    end();
  }
}

/** A directory, a pipe or a device such as /dev/null is not to be replaced by the file. */
function requireReplaceable(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const what = found.isDirectory() ? 'it is a directory' : 'it is no regular file; - is standard output';
  throw new OperatorError(`The file ${file} cannot be used: ${what}.`);
}

/** Under its name stands only a whole file, also after a crash. */
async function replacing<T>(file: string, work: (stream: WriteStream) => Promise<T>): Promise<T> {
  requireReplaceable(file);
  const partial = `${file}.part`;
  await rm(partial, { force: true });
  const giveUp = (signal: NodeJS.Signals) => {
    rmSync(partial, { force: true });
    process.kill(process.pid, signal); // as without this listener, which is gone by now
  };
  for (const signal of INTERRUPTIONS) process.once(signal, giveUp);
  try {
    // Made at once, with the listeners in place: there is no moment at which an interruption leaves it.
    const fd = openSync(partial, 'wx', 0o600);
    return await intoPlace(partial, file, () => work(createWriteStream(partial, { fd, flush: true })));
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, giveUp);
  }
}

async function intoPlace<T>(partial: string, file: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await rename(partial, file);
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What the system says of a file, as a sentence. */
export function asFileError(error: unknown, file: string): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code) || /^E(CONN|PIPE)/.test(code)) throw error;
  throw new OperatorError(`The file ${file} cannot be used: ${message.split(',')[0]}.`);
}
