import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../src/db/connect.ts';
import { scratchDirectory } from './scratch.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** The embedded PostgreSQL comes without the program that copies a server. */
export const canReplicate = existsSync(join(PROGRAMS, 'pg_basebackup'));

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asServer = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** A PostgreSQL and a replica that follows it. */
export class ReplicatedServer {
  readonly #path = scratchDirectory('replica');

  constructor() {
    for (const name of ['primary', 'replica']) this.#directory(name);
    const settings = `-c listen_addresses='' -c fsync=off -c unix_socket_directories='${this.#path}/primary'`;
    this.#run('initdb', '-D', this.#data('primary'), '-U', 'leadline', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
    this.#run('pg_ctl', '-D', this.#data('primary'), '-w', '-l', `${this.#path}/primary/log`, '-o', settings, 'start');
    const from = `host=${this.#path}/primary user=leadline`;
    this.#run('pg_basebackup', '-d', from, '-D', this.#data('replica'), '-R', '-X', 'stream', '-c', 'fast');
    this.startReplica();
  }

  target(name: 'primary' | 'replica'): Target {
    return { url: `postgres://leadline@localhost/postgres?host=${this.#path}/${name}` };
  }

  startReplica(): void {
    const settings = `-c listen_addresses='' -c fsync=off -c unix_socket_directories='${this.#path}/replica'`;
    this.#run('pg_ctl', '-D', this.#data('replica'), '-w', '-l', `${this.#path}/replica/log`, '-o', settings, 'start');
  }

  stopReplica(): void {
    this.#run('pg_ctl', '-D', this.#data('replica'), '-m', 'immediate', 'stop');
  }

  /** Freezes the replica, with every process of it, or wakes it. */
  signalReplica(signal: 'STOP' | 'CONT'): void {
    const [pid = ''] = execFileSync('head', ['-n', '1', join(this.#data('replica'), 'postmaster.pid')], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    const children = execFileSync('ps', ['--ppid', pid, '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/);
    for (const one of [pid, ...children]) process.kill(Number(one), `SIG${signal}`);
  }

  close(): void {
    for (const name of ['replica', 'primary']) {
      try {
        this.#run('pg_ctl', '-D', this.#data(name), '-m', 'immediate', 'stop');
      } catch {
        // it is stopped already
      }
    }
    rmSync(this.#path, { recursive: true, force: true });
  }

  #directory(name: string): void {
    mkdirSync(join(this.#path, name));
    if (isRoot) chownSync(join(this.#path, name), NOBODY, NOBODY);
  }

  #data = (name: string) => join(this.#path, name, 'data');

  #run(program: string, ...args: string[]): void {
    execFileSync(join(PROGRAMS, program), args, { stdio: 'ignore', cwd: this.#path, ...asServer });
  }
}
