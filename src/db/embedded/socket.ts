import { chmod, lchown, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from './error.ts';
import { lookAt, removeTree } from './files.ts';
import { type Place, shortHash } from './place.ts';
import { PORT } from './settings.ts';

/** The system's own limit is 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH = 100;

const fits = (directory: string): boolean => Buffer.byteLength(`${directory}/.s.PGSQL.${PORT}`) <= MAX_SOCKET_PATH;

export function socketDirectoryOf(place: Place): string {
  const beside = join(place.base, 'run');
  if (fits(beside)) return beside;
  const name = `leadline-${shortHash(place.cluster)}-${place.runAs.uid}`;
  return [join(tmpdir(), name), join('/tmp', name)].find(fits) ?? join('/tmp', name);
}

/** Only the server's user and root may enter. What is in there is trusted: whoever listens there is asked to log in. */
export async function makeSocketDirectory(path: string, { base, runAs }: Place): Promise<void> {
  try {
    const before = await lookAt(path);
    if (runAs.switched && dirname(path) === base && before !== null && before.uid !== runAs.uid) {
      await lchown(path, 0, 0); // an earlier server's: closed to its user before it is emptied
      await removeTree(path);
    }
    await mkdir(path, { mode: 0o700 }).catch((error) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    const stats = await lookAt(path);
    const owners = runAs.switched ? [0, runAs.uid] : [runAs.uid];
    if (!stats?.isDirectory() || !owners.includes(stats.uid)) {
      throw new OperatorError(`${path} shall hold PostgreSQL's socket but is not a directory of user ${runAs.name}.`);
    }
    if (stats.uid !== runAs.uid) await lchown(path, runAs.uid, runAs.gid);
    if ((stats.mode & 0o777) !== 0o700) await chmod(path, 0o700);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The socket's directory ${path} cannot be made: ${reasonOf(error)}.`, { cause: error });
  }
}
