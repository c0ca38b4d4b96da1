import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openEmbedded } from '../../src/db/embedded/index.ts';

let made: Promise<string> | undefined;

/** Copies a data directory that `openEmbedded` created once, for tests that do not test its creation. */
export async function copyMadeData(to: string): Promise<void> {
  made ??= makeData(join(inject('directory'), `made-${process.pid}`));
  const copying = spawn('cp', ['-a', await made, to], { stdio: 'inherit' }); // with its owners, which fs.cp loses
  const [code] = await once(copying, 'exit');
  if (code !== 0) throw new Error(`the data could not be copied to ${to}`);
}

async function makeData(dataDirectory: string): Promise<string> {
  const server = await openEmbedded({ dataDirectory, log: () => {}, settings: { fsync: 'off' } });
  await server.stop();
  await rm(join(dataDirectory, 'run'), { recursive: true });
  return dataDirectory;
}
