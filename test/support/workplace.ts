import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../../src/db/connect.ts';
import { type EmbeddedServer, openEmbedded } from '../../src/db/embedded/index.ts';
import { targetIn } from '../../src/db/embedded/login.ts';
import { SHARED_DIRECTORY, shortHash } from '../../src/db/embedded/place.ts';
import { isPostmaster, readLockFile, stopServer } from '../../src/db/embedded/postmaster.ts';
import { copyMadeData } from './made-data.ts';
import { type Ended, type Environment, killGroup, runCli } from './run-cli.ts';
import { scratchDirectory } from './scratch.ts';
import { ServiceProcess } from './service-process.ts';

/** A directory of one test with its processes: `clean` leaves neither files nor processes behind. */
export class Workplace {
  readonly path = scratchDirectory('process');
  readonly data = join(this.path, 'data');
  readonly #environment: Environment;
  readonly #services: ServiceProcess[] = [];
  readonly #servers: EmbeddedServer[] = [];
  readonly #atExit = () => {
    for (const { child } of this.#services) killGroup(child);
  };

  constructor(environment: Environment = {}) {
    this.#environment = { LEADLINE_DATA: this.data, PORT: '0', ...environment };
    process.once('exit', this.#atExit);
  }

  /** One with an existing database without a schema, so that the first start does not create it. */
  static async withData(environment: Environment = {}): Promise<Workplace> {
    const place = new Workplace(environment);
    await copyMadeData(place.data);
    return place;
  }

  /** `cwd`: of another build. */
  spawn(environment: Environment = {}, args?: readonly string[], cwd?: string): ServiceProcess {
    const service = new ServiceProcess({ ...this.#environment, ...environment }, args, cwd);
    this.#services.push(service);
    return service;
  }

  start(environment: Environment = {}): Promise<ServiceProcess> {
    return this.spawn(environment).ready();
  }

  /** Each command is a separate process, unless a test runs commands in a shell. */
  runCommand: (args: readonly string[], environment: Environment) => Promise<Ended> = runCli;

  cli(args: readonly string[], environment: Environment = {}): Promise<Ended> {
    return this.runCommand(args, { ...this.#environment, ...environment });
  }

  /** Runs a command with --json and returns its output, which must be one JSON value. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
  async json(args: readonly string[], environment: Environment = {}): Promise<any> {
    const ended = await this.cli([...args, '--json'], environment);
    if (ended.code !== 0) throw new Error(`leadline ${args.join(' ')} failed: ${ended.stderr}`);
    return JSON.parse(ended.stdout);
  }

  /** The target of the service's own connections. */
  get target(): Target {
    return targetIn(this.data, join(this.data, 'run'));
  }

  /** A PostgreSQL that belongs to the test, not to a service. */
  async openServer(rights = ''): Promise<EmbeddedServer> {
    const settings = { fsync: 'off' };
    const server = await openEmbedded({ dataDirectory: this.data, log: () => {}, settings, rights });
    this.#servers.push(server);
    return server;
  }

  /** Kills PostgreSQL. The service stays, and brings it back by itself. */
  async killDatabase(service: ServiceProcess): Promise<void> {
    const before = await until(() => this.postmaster());
    process.kill(before, 'SIGKILL');
    await eventually(async () => ![before, null].includes(await this.postmaster()));
    await eventually(async () => (await service.call('GET', '/readyz').catch(() => null))?.status === 200);
  }

  /** The pid of the PostgreSQL server that runs on the data; null if none does. */
  async postmaster(): Promise<number | null> {
    for (const cluster of this.#clusters) {
      const pid = (await readLockFile(cluster))?.pid;
      if (pid !== undefined && (await isPostmaster(pid, cluster))) return pid;
    }
    return null;
  }

  /** Where root puts the data if PostgreSQL's user cannot enter the temporary directory. */
  get #moved(): string {
    return join(SHARED_DIRECTORY, `data-${shortHash(this.data)}`);
  }

  get #clusters(): string[] {
    return [this.data, this.#moved].map((base) => join(base, 'postgres'));
  }

  async clean(): Promise<void> {
    process.off('exit', this.#atExit);
    for (const server of this.#servers) server.detach();
    for (const service of this.#services) await service.kill9();
    for (const cluster of this.#clusters) {
      const pid = (await readLockFile(cluster))?.pid;
      if (pid !== undefined) await stopServer(pid, cluster);
    }
    for (const path of [this.path, this.#moved]) await rm(path, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Repeats until the result is neither null nor undefined. */
export async function until<T>(ask: () => Promise<T | null | undefined>, patience = 20_000): Promise<T> {
  for (const end = Date.now() + patience; ; await sleep(10)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`There was no answer in time: ${ask}`);
  }
}

export async function eventually(isTrue: () => Promise<boolean> | boolean, patience?: number): Promise<void> {
  await until(async () => (await isTrue()) || null, patience);
}
