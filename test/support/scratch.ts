import { chmodSync, mkdtempSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH = 4 * 2 ** 30;

/** In memory if there is room: a database has a thousand files, and nothing of a test must survive. */
const scratch = isRoomInMemory() ? MEMORY : tmpdir();

function isRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${MEMORY} tmpfs (\\S+)`, 'm'))?.[1];
    const isUsable = mount !== undefined && !mount.split(',').includes('noexec'); // tests copy PostgreSQL's programs, too
    return isUsable && Math.min(bavail * bsize, freemem()) >= ENOUGH;
  } catch {
    return false; // there is no such directory
  }
}

/** A new directory, open to all users: if root runs the tests, PostgreSQL runs as another user and must be able to enter. */
export function scratchDirectory(name: string): string {
  const path = realpathSync(mkdtempSync(join(scratch, `leadline-${name}-`)));
  chmodSync(path, 0o755);
  return path;
}
