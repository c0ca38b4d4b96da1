import { createHash } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { NoDatabaseError } from './error.ts';
import { makeDirectories } from './files.ts';
import { chooseRunAs, findBarrier, isOwnNumber, type Owner, type RunAs, userName } from './run-as.ts';

/** Where root puts what the server's user cannot reach elsewhere. */
export const SHARED_DIRECTORY = '/var/lib/leadline';

export interface Place {
  /** Holds the cluster, the socket's directory and the password; not the server's user's. */
  base: string;
  cluster: string;
  /** Owner of the data; null where there is none yet. */
  owner: Owner | null;
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
  if (/[\n\r]/.test(wanted)) throw new OperatorError('The path of the data directory must not contain a line break.');
  const isRoot = process.geteuid?.() === 0;
  const here = mayMake
    ? await makeDirectories(wanted, isRoot ? 0o711 : 0o700)
    : await realpath(wanted).catch(() => wanted);
  const there = join(await realpath(shared).catch(() => shared), `data-${shortHash(here)}`);
  const [inHere, inThere] = [await findCluster(here), await findCluster(there)];
  if (inHere !== null && inThere !== null) {
    throw new OperatorError(
      `There is data both in ${join(here, 'postgres')} and in ${join(there, 'postgres')}: rename the one that is not wanted.`,
    );
  }
  const found = inHere ?? inThere;
  if (found === null && !mayMake) throw new NoDatabaseError(here);
  const runAs = await chooseRunAs(found?.owner ?? null);
  const barrier = await findBarrier(here, runAs, 1);
  const movedBecause = barrier === null ? null : `user ${runAs.name}, who runs it, cannot enter ${barrier}`;
  if (found !== null) {
    await refuseOtherOwner(found, runAs);
    await refuseBarrier(found.base, runAs);
    await refuseBarrier(dirname(found.cluster), runAs);
    const why = found === inHere ? null : (movedBecause ?? 'that is where it was put');
    return { ...found, runAs, movedBecause: why };
  }
  const base = movedBecause === null ? here : join(await makeShared(shared, runAs), `data-${shortHash(here)}`);
  if (base !== here) await makeDirectories(base, 0o711);
  return { base, cluster: join(base, 'postgres'), owner: null, runAs, movedBecause };
}

/** Root runs programs from here, so nobody else may write to it. */
export async function makeShared(shared: string, runAs: RunAs): Promise<string> {
  const path = await makeDirectories(shared, 0o755);
  const stats = await stat(path);
  if (stats.uid !== 0 || (stats.mode & 0o022) !== 0) {
    throw new OperatorError(`The directory ${path} must belong to root and be writable by root alone.`);
  }
  await refuseBarrier(path, runAs);
  return path;
}

async function refuseBarrier(path: string, runAs: RunAs): Promise<void> {
  const barrier = await findBarrier(path, runAs, 1);
  if (barrier === null) return;
  throw new OperatorError(
    `User ${runAs.name}, who runs PostgreSQL, cannot enter ${barrier}, which is on the way to its files: allow it (chmod o+x ${barrier}).`,
  );
}

async function refuseOtherOwner({ cluster, owner }: Found, runAs: RunAs): Promise<void> {
  if (runAs.switched || owner.uid === runAs.uid) return;
  const name = await userName(owner.uid);
  const advice = isOwnNumber(owner.uid) ? 'root' : `${name} or as root`;
  throw new OperatorError(
    `The data in ${cluster} belongs to user ${name}, but Leadline runs as user ${runAs.name}: run it as ${advice}.`,
  );
}

interface Found {
  base: string;
  cluster: string;
  owner: Owner;
}

async function findCluster(base: string): Promise<Found | null> {
  try {
    const cluster = await realpath(join(base, 'postgres'));
    const { uid, gid } = await stat(cluster);
    const names = await readdir(cluster).catch((error) => {
      if (hasCode(error, 'EACCES')) return ['not for us to read'];
      throw error;
    });
    // An empty directory is no data: initdb's result replaces it.
    return names.length === 0 ? null : { base, cluster, owner: { uid, gid } };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES', 'ENOTDIR')) return null;
    throw error;
  }
}
