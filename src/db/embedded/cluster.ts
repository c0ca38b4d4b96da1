import { once } from 'node:events';
import { chmod, lchown, mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { lastLines, reasonOf } from './error.ts';
import { giveTree, removeTree, sweepUnfinished, sync, unfinishedBeside } from './files.ts';
import type { Place } from './place.ts';
import { startProgram } from './program.ts';
import { namedFor, type RunAs } from './run-as.ts';
import { SUPERUSER, setUp } from './setup.ts';
import type { Launch } from './start-server.ts';

/** Only reads: data of another major version is left exactly as it is. */
export async function checkVersion({ cluster, owner }: Place, major: string): Promise<void> {
  if (owner === null) return;
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new OperatorError(`${cluster} is not a PostgreSQL data directory, and Leadline does not write over it.`);
  });
  const old = text.trim();
  if (old === major) return;
  throw new OperatorError(
    `The data in ${cluster} is of PostgreSQL ${old}, but this version of Leadline brings PostgreSQL ${major}: the data is unchanged; ` +
      'run `leadline backup FILE` with the earlier version of Leadline, and `leadline restore FILE` with this one and ' +
      'a new data directory in LEADLINE_DATA (or an empty database in DATABASE_URL).',
  );
}

/** Makes the cluster. Of several processes at once, the first to finish wins: false for the others, which use its. */
export async function makeCluster(launch: Launch): Promise<boolean> {
  const { cluster } = launch.place;
  await sweepUnfinished(cluster);
  const unfinished = unfinishedBeside(cluster);
  try {
    await rename(await makeInside(unfinished, launch), cluster);
    // Must be on disk before the first commit: a name undone by a power cut would be swept as unfinished, data and all.
    await sync(dirname(cluster));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The database cannot be made in ${dirname(cluster)}: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    await removeTree(unfinished);
  }
}

/** Nobody but root and the server's group can enter `closed`: initdb runs under a name that others run under, too. */
async function makeInside(closed: string, launch: Launch): Promise<string> {
  const { runAs } = launch.place;
  const [maker, cluster] = [await namedFor(runAs), join(closed, 'postgres')];
  await mkdir(closed, { mode: 0o700 });
  await mkdir(cluster, { mode: 0o700 });
  if (runAs.switched) {
    await lchown(closed, 0, runAs.gid);
    await chmod(closed, 0o710);
    await lchown(cluster, maker.uid, maker.gid);
  }
  await initdb(launch, maker, cluster);
  if (maker.uid !== runAs.uid) await giveTree(cluster, runAs);
  await setUp({ ...launch, place: { ...launch.place, cluster } });
  return cluster;
}

async function initdb({ place, native, settings }: Launch, maker: RunAs, cluster: string): Promise<void> {
  const args = ['-D', cluster, '-U', SUPERUSER, '--auth=reject', '--encoding=UTF8', '--no-instructions'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (settings.fsync === 'off') args.push('--no-sync');
  // With LC_CTYPE=C, pg_trgm finds no letters outside ASCII. Old systems know no C.UTF-8: there it stays C.
  for (const ctype of ['C.UTF-8', 'C']) {
    const { child, errors } = await startProgram(
      join(native, 'bin', 'initdb'),
      [...args, `--lc-ctype=${ctype}`],
      maker,
    );
    const [code, signal] = await once(child, 'close');
    if (code === 0) return;
    if (ctype === 'C.UTF-8' && /invalid locale/.test(errors())) continue;
    throw new OperatorError(
      `The database cannot be made in ${dirname(place.cluster)}: ${explain(errors(), signal ?? code)}.`,
    );
  }
}

function explain(output: string, ending: string | number): string {
  if (/No space left on device/.test(output)) return 'the disk is full';
  if (/could not look up effective user ID/.test(output)) {
    return 'PostgreSQL needs a name for the user it runs as; add one to /etc/passwd, run as another user, or set DATABASE_URL';
  }
  return lastLines(output, 3) || `initdb was ended by ${ending}; start again`;
}
