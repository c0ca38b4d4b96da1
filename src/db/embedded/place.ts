import { createHash } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedError, hasCode, NoDatabaseError } from './error.ts';
import { makeDirectories } from './files.ts';
import { chooseRunAs, type DataOwner, findBarrier, isOwnNumber, type RunAs, userName } from './run-as.ts';

/** Where root puts what the server's user cannot reach elsewhere. */
export const SHARED_DIRECTORY = '/var/lib/leadline';

export interface Place {
  /** Holds the cluster, the socket's directory, the password and the start log; not the server's user's. */
  base: string;
  cluster: string;
  /** Whether there is data already. */
  exists: boolean;
  runAs: RunAs;
  /** Why the data is not below the data directory; null when it is. */
  movedBecause: string | null;
}

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Finds the data, or the place where it shall be. Data that exists is never passed over for an empty place, even when
 * permissions have changed since: that would look like losing it.
 */
export async function choosePlace(dataDirectory: string, shared: string, mayMake: boolean): Promise<Place> {
  const wanted = resolve(dataDirectory);
  // postmaster.pid holds paths as lines.
  if (/[\n\r]/.test(wanted)) throw new EmbeddedError('The path of the data directory must not contain a line break.');
  const isRoot = process.geteuid?.() === 0;
  const here = mayMake
    ? await makeDirectories(wanted, isRoot ? 0o711 : 0o700)
    : await realpath(wanted).catch(() => wanted);
  const there = join(await realpath(shared).catch(() => shared), `data-${shortHash(here)}`);
  const [inHere, inThere] = [await findCluster(here), await findCluster(there)];
  if (inHere !== null && inThere !== null) {
    throw new EmbeddedError(
      `There is data both in ${join(here, 'postgres')} and in ${join(there, 'postgres')}: rename the one that is not wanted.`,
    );
  }
  const found = inHere ?? inThere;
  if (found === null && !mayMake) throw new NoDatabaseError(here);
  const runAs = await chooseRunAs(found);
  if (found !== null && !runAs.switched && found.uid !== runAs.uid) {
    const owner = await userName(found.uid);
    const advice = isOwnNumber(found.uid) ? 'root' : `${owner} or as root`;
    throw new EmbeddedError(
      `The data in ${found.path} belongs to user ${owner}, but Leadline runs as user ${runAs.name}: run it as ${advice}.`,
    );
  }
  const barrier = await findBarrier(here, runAs, 1);
  const movedBecause = barrier === null ? null : `user ${runAs.name}, who runs it, cannot enter ${barrier}`;
  if (found !== null) {
    const base = found === inHere ? here : there;
    refuseBarrier((await findBarrier(base, runAs, 1)) ?? (await findBarrier(dirname(found.path), runAs, 1)), runAs);
    const why = base === here ? null : (movedBecause ?? 'that is where it was put');
    return { base, cluster: found.path, exists: true, runAs, movedBecause: why };
  }
  if (movedBecause === null) return { base: here, cluster: join(here, 'postgres'), exists: false, runAs, movedBecause };
  await makeShared(shared, runAs);
  const base = await makeDirectories(there, 0o711);
  return { base, cluster: join(base, 'postgres'), exists: false, runAs, movedBecause };
}

/** Root runs programs from here, so nobody else may write to it. */
export async function makeShared(shared: string, runAs: RunAs): Promise<string> {
  const path = await makeDirectories(shared, 0o755);
  const stats = await stat(path);
  if (stats.uid !== 0 || (stats.mode & 0o022) !== 0) {
    throw new EmbeddedError(`The directory ${path} must belong to root and be writable by root alone.`);
  }
  refuseBarrier(await findBarrier(path, runAs, 1), runAs);
  return path;
}

function refuseBarrier(barrier: string | null, runAs: RunAs): void {
  if (barrier === null) return;
  throw new EmbeddedError(
    `User ${runAs.name}, who runs PostgreSQL, cannot enter ${barrier}, which is on the way to its files: allow it (chmod o+x ${barrier}).`,
  );
}

async function findCluster(base: string): Promise<(DataOwner & { path: string }) | null> {
  try {
    const path = await realpath(join(base, 'postgres'));
    const { uid, gid } = await stat(path);
    const { uid: baseUid } = await stat(base);
    const names = await readdir(path).catch((error) => {
      if (hasCode(error, 'EACCES')) return ['not for us to read'];
      throw error;
    });
    // An empty directory is no data: initdb's result replaces it.
    return names.length === 0 ? null : { path, uid, gid, baseUid };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES', 'ENOTDIR')) return null;
    throw error;
  }
}
