import { constants } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLines } from './error.ts';

const MAX_BYTES = 256 * 1024;

/** Takes what the server writes before (and if ever beside) its own log. Several processes may append at once. */
export async function openStartLog(base: string) {
  const path = join(base, 'postgres-start.log');
  // The directory may be another user's than root, who opens this: never through a link.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
  const handle = await open(path, flags, 0o600);
  if ((await handle.stat()).size > MAX_BYTES) await handle.truncate(0);
  const { size } = await handle.stat();
  return {
    fd: handle.fd,
    close: () => handle.close(),
    written: async () => (await readFile(path)).subarray(size).toString(),
  };
}

/** The end of the server's own log, when it was written since. */
export async function readServerLog(cluster: string, since: number): Promise<string> {
  const directory = join(cluster, 'log');
  const texts: string[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    if (name.endsWith('.log') && (await stat(path)).mtimeMs >= since) texts.push(await readFile(path, 'utf8'));
  }
  return lastLines(texts.join('\n'), 5);
}
