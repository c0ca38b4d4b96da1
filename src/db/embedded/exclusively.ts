import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './error.ts';
import { isAlive, removeTree } from './files.ts';
import type { Patience } from './patience.ts';

/** Tells this process from an earlier one with its number, as in a container, where each start is number 1. */
const INCARNATION = randomBytes(6).toString('hex');
const POLL_MS = 30;
/** Longer than any holder works: after that its number belongs to another program. */
const STALE_MS = 120_000;

/** One process at a time, by a lock file at `path`; that of a holder who died is taken away. */
export async function exclusively<T>(path: string, patience: Patience, work: () => Promise<T>): Promise<T> {
  for (; !(await take(path)); await sleep(POLL_MS)) {
    patience.check();
    await removeIfStale(path);
  }
  try {
    return await work();
  } finally {
    await removeTree(path);
  }
}

async function take(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(`${process.pid} ${INCARNATION}\n`).finally(() => handle.close());
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Renamed first, and put back where it is no longer the one that was seen: another process may have been faster. */
async function removeIfStale(path: string): Promise<void> {
  try {
    const [text, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)];
    const [pid = '', incarnation = ''] = text.trim().split(' ');
    const isOurs = pid === `${process.pid}` && incarnation !== INCARNATION;
    const isDead = pid !== '' && (isOurs || !isAlive(Number(pid)));
    if (!isDead && Date.now() - mtimeMs < STALE_MS) return;
    const aside = `${path}.stale-${INCARNATION}`;
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== text) await link(aside, path).catch(() => {});
    await removeTree(aside);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
