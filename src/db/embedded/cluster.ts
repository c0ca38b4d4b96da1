import { chmod, lchown, mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedError, hasCode, lastLines, reasonOf } from './error.ts';
import { giveTree, lookAt, removeTree, sweepUnfinished, sync, syncTree, unfinishedBeside } from './files.ts';
import type { Launch } from './launch.ts';
import type { Place } from './place.ts';
import { runProgram } from './program.ts';
import { namedFor, type RunAs } from './run-as.ts';
import { seal } from './seal.ts';
import { SUPERUSER } from './setup-server.ts';

/** Only reads: data of another major version is left exactly as it is. */
export async function checkVersion({ cluster, exists }: Place, major: string): Promise<void> {
  if (!exists) return;
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (version === null) {
    throw new EmbeddedError(`${cluster} is not a PostgreSQL data directory, and Leadline does not write over it.`);
  }
  if (version.trim() === major) return;
  const old = version.trim();
  throw new EmbeddedError(
    `The data in ${cluster} is of PostgreSQL ${old}, but this version of Leadline brings PostgreSQL ${major}: the data is unchanged; ` +
      `start the earlier version of Leadline, or any PostgreSQL ${old} server on that directory, dump it with pg_dump, ` +
      'start this version with a new data directory (or set DATABASE_URL), and restore the dump there.',
  );
}

/** Makes the cluster when there is none. Of several processes at once, the first to finish wins, the others use its. */
export async function ensureCluster(launch: Launch): Promise<boolean> {
  const { cluster } = launch.place;
  const inSync = launch.settings.fsync !== 'off';
  await sweepUnfinished(cluster);
  if (await isMade(cluster)) return false;
  const unfinished = unfinishedBeside(cluster);
  try {
    const made = await makeCluster(launch, unfinished);
    if (inSync) await syncTree(made);
    await rename(made, cluster);
    // Must be on disk before the first commit: a name undone by a power cut would be swept as unfinished, data and all.
    if (inSync) await sync(dirname(cluster));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
    if (error instanceof EmbeddedError) throw error;
    throw new EmbeddedError(`The database cannot be made in ${dirname(cluster)}: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    await removeTree(unfinished);
  }
}

/** Nobody but root and the server's group can enter `closed`: initdb runs under a name that others run under, too. */
async function makeCluster(launch: Launch, closed: string): Promise<string> {
  const { runAs } = launch.place;
  const [maker, directory] = [await namedFor(runAs), join(closed, 'postgres')];
  await mkdir(closed, { mode: 0o700 });
  if (runAs.switched) {
    await lchown(closed, 0, runAs.gid);
    await chmod(closed, 0o710);
  }
  await mkdir(directory, { mode: 0o700 });
  if (runAs.switched) await lchown(directory, maker.uid, maker.gid);
  await initdb(launch, maker, directory);
  if (maker.uid !== runAs.uid) await giveTree(directory, runAs.uid, runAs.gid);
  await seal({ ...launch, place: { ...launch.place, cluster: directory } });
  return directory;
}

async function isMade(cluster: string): Promise<boolean> {
  return (await lookAt(join(cluster, 'PG_VERSION'))) !== null;
}

async function initdb({ place, native }: Launch, maker: RunAs, directory: string): Promise<void> {
  // With LC_CTYPE=C, pg_trgm finds no letters outside ASCII. Old systems know no C.UTF-8: there it stays C.
  for (const ctype of ['C.UTF-8', 'C']) {
    // Not synced here: what comes after changes the files, and then all of them are.
    const args = [
      '-D',
      directory,
      '-U',
      SUPERUSER,
      '--auth=reject',
      '--encoding=UTF8',
      '--no-instructions',
      '--no-sync',
    ];
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`);
    const { code, output } = await runProgram(join(native, 'bin', 'initdb'), args, maker);
    if (code === 0) return;
    if (ctype === 'C.UTF-8' && /invalid locale/.test(output)) continue;
    throw new EmbeddedError(`The database cannot be made in ${dirname(place.cluster)}: ${explain(output)}.`);
  }
}

function explain(output: string): string {
  if (/No space left on device/.test(output)) return 'the disk is full';
  if (/could not look up effective user ID/.test(output)) {
    return 'PostgreSQL needs a name for the user it runs as; add one to /etc/passwd, run as another user, or set DATABASE_URL';
  }
  return lastLines(output, 3);
}
