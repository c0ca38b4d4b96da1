import { execFile } from 'node:child_process';
import { link, readFile, readlink, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode } from '../../error-code.ts';
import { isAlive } from './files.ts';
import { PORT } from './settings.ts';

/** What postmaster.pid says. A server that is still starting has not written all of it. */
export interface LockFile {
  pid: number;
  socketDirectory: string | undefined;
  ready: boolean;
}

export async function readLockFile(cluster: string): Promise<LockFile | null> {
  const lines = (await readOrNull(join(cluster, 'postmaster.pid')))?.split('\n') ?? [];
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return null;
  return { pid, socketDirectory: lines[4] || undefined, ready: lines[7]?.trim() === 'ready' };
}

/** Whether this process is a PostgreSQL server on this data: after a crash its number may be any other program's. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(() => ({
      stdout: '',
    }));
    return /^\S.*\/(postgres|postmaster) /.test(stdout) && `${stdout.trim()} `.includes(` -D ${cluster} `);
  }
  const [program = '', ...args] = ((await readOrNull(`/proc/${pid}/cmdline`)) ?? '').split('\0');
  if (!['postgres', 'postmaster'].includes(basename(program))) return false;
  if (args.includes(cluster)) return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
}

/** The lock file of the server that runs on this data, if one does. `ownPid` is known to run. */
export async function findLive(cluster: string, ownPid?: number): Promise<LockFile | null> {
  const lock = await readLockFile(cluster);
  return lock !== null && (lock.pid === ownPid || (await isPostmaster(lock.pid, cluster))) ? lock : null;
}

/**
 * PostgreSQL clears a dead server's lock files itself, but takes any live process of its own user for that server. So
 * those are removed here; renamed first, since another process may have put a good file there after we looked.
 */
export async function clearStaleLocks(cluster: string, socketDirectory: string): Promise<void> {
  for (const path of [join(cluster, 'postmaster.pid'), join(socketDirectory, `.s.PGSQL.${PORT}.lock`)]) {
    const seen = await readOrNull(path);
    if (seen === null) continue;
    const pid = Number.parseInt(seen, 10);
    if (!isAlive(pid) || (await isPostmaster(pid, cluster))) continue;
    const aside = `${path}.stale-${process.pid}`;
    try {
      await rename(path, aside);
      if ((await readOrNull(aside)) !== seen) await link(aside, path);
      await unlink(aside);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error;
      await unlink(aside).catch(() => {});
    }
  }
}

/** Fast shutdown first, and only then what PostgreSQL has to recover from. */
const STOPPING: readonly [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

export async function stopServer(pid: number, cluster: string): Promise<void> {
  for (const [signal, waitMs] of STOPPING) {
    if (!(await isPostmaster(pid, cluster))) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!hasCode(error, 'ESRCH')) throw error;
    }
    for (const until = Date.now() + waitMs; Date.now() < until; await sleep(15)) {
      if (!(await isPostmaster(pid, cluster))) return;
    }
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES')) return null;
    throw error;
  }
}
