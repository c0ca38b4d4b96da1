import { chmod, lchown, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedError, hasCode, reasonOf } from './error.ts';
import { lookAt, removeTree } from './files.ts';
import { type Place, shortHash } from './place.ts';
import type { RunAs } from './run-as.ts';

export const PORT = 5432;
/** The system's own limit is 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH = 100;

const fits = (directory: string): boolean => Buffer.byteLength(`${directory}/.s.PGSQL.${PORT}`) <= MAX_SOCKET_PATH;

export function socketDirectoryOf(place: Place): string {
  const beside = join(place.base, 'run');
  if (fits(beside)) return beside;
  const name = `leadline-${shortHash(place.cluster)}-${place.runAs.uid}`;
  return [join(tmpdir(), name), join('/tmp', name)].find(fits) ?? join('/tmp', name);
}

/** Only the server's user and root may enter. What is in there is believed: whoever listens there is asked to log in. */
export async function makeSocketDirectory(path: string, place: Place): Promise<void> {
  const { runAs } = place;
  try {
    await mkdir(path, { mode: 0o700 }).catch((error) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    const stats = await lookAt(path);
    // Beside the data it may be an earlier server's: the directory around it is ours.
    const isOurs =
      dirname(path) === place.base || [runAs.uid, ...(runAs.switched ? [0] : [])].includes(stats?.uid ?? -1);
    if (stats === null || !stats.isDirectory() || !isOurs) {
      throw new EmbeddedError(`${path} shall hold PostgreSQL's socket but is not a directory of user ${runAs.name}.`);
    }
    if (stats.uid !== runAs.uid) await takeOver(path, runAs);
    if ((stats.mode & 0o777) !== 0o700) await chmod(path, 0o700);
  } catch (error) {
    if (error instanceof EmbeddedError) throw error;
    throw new EmbeddedError(`The socket's directory ${path} cannot be made: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Closed to its earlier owner before it is emptied, and given to the server's user only then. */
async function takeOver(path: string, { uid, gid }: RunAs): Promise<void> {
  await lchown(path, 0, 0);
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await removeTree(join(path, name));
  await lchown(path, uid, gid);
}
