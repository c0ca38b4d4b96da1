import { randomBytes } from 'node:crypto';
import { chmod, lchown, link, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from './error.ts';
import type { Owner } from './run-as.ts';

/** Puts a file or a directory on disk: without it a power cut may undo a rename that later, synced work relies on. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes the directory with its parents and answers its real path. What it makes gets the mode, whatever the umask says. */
export async function makeDirectories(path: string, mode: number): Promise<string> {
  try {
    await makeMissing(path, mode);
    return await realpath(path);
  } catch (error) {
    throw new OperatorError(`The directory ${path} cannot be made: ${reasonOf(error)}.`, { cause: error });
  }
}

/** One after the other: all at once, Node.js tries for ever where nothing can be made, as in /proc. */
async function makeMissing(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return;
    if (!hasCode(error, 'ENOENT') || (await isThere(dirname(path)))) throw error;
    await makeMissing(dirname(path), mode);
    await mkdir(path, { mode }).catch((again: unknown) => {
      if (!hasCode(again, 'EEXIST')) throw again; // another process has made it meanwhile
    });
  }
  await chmod(path, mode);
  await sync(dirname(path));
}

const isThere = async (path: string): Promise<boolean> => (await lookAt(path)) !== null;

export async function lookAt(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Names a file or directory beside `path`, to be filled and renamed to it. The name tells whose it is: see sweepUnfinished. */
export function unfinishedBeside(path: string): string {
  return `${path}.unfinished-${process.pid}-${randomBytes(3).toString('hex')}`;
}

/** Removes what processes that no longer live left unfinished beside `path`. */
export async function sweepUnfinished(path: string): Promise<void> {
  const prefix = `${basename(path)}.unfinished-`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(pid)) await removeTree(join(dirname(path), name));
  }
}

/** Never fails: what stays behind is swept by a later start. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 }).catch(() => {});
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * Gives a directory with all it holds to a user. From the top down: once a directory has been given, its earlier owner can
 * no longer replace what is in it by a link to somewhere else.
 */
export async function giveTree(path: string, { uid, gid }: Owner): Promise<void> {
  await lchown(path, uid, gid);
  const stats = await lstat(path);
  if (!stats.isDirectory()) return;
  if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700);
  for (const name of await readdir(path)) await giveTree(join(path, name), { uid, gid });
}

/** Puts a file in place whole and on disk, readable by its owner alone. One that is there stays, unless `replace` is set. */
export async function placeFile(path: string, text: string, owner: Owner | null, replace: boolean): Promise<void> {
  const unfinished = unfinishedBeside(path);
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (owner !== null) await handle.chown(owner.uid, owner.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (replace) await rename(unfinished, path);
    else await link(unfinished, path);
    await sync(dirname(path));
  } catch (error) {
    if (replace || !hasCode(error, 'EEXIST')) throw error;
  } finally {
    await removeTree(unfinished);
  }
}
