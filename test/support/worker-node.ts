import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOnce, type Target } from '../../src/db/connect.ts';
import { ask } from './catalog.ts';

/** A worker of a cluster on this machine, which can be stopped, frozen and killed. Needs the rights of the server's user, or root's. */
export class WorkerNode {
  readonly #target: Target;
  readonly #directory: string;
  readonly #program: string;

  private constructor(target: Target, directory: string) {
    this.#target = target;
    this.#directory = directory;
    this.#program = readlinkSync(`/proc/${this.#pid}/exe`);
  }

  static async at(target: Target): Promise<WorkerNode> {
    const [row] = await ask<{ data_directory: string }>(target, 'show data_directory');
    return new WorkerNode(target, row?.data_directory ?? '');
  }

  get #pid(): number {
    return Number(readFileSync(`${this.#directory}/postmaster.pid`, 'utf8').split('\n')[0]);
  }

  /** The server and all its processes. */
  #processes(): number[] {
    const server = this.#pid;
    const children = readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(server);
      } catch {
        return false; // it has ended
      }
    });
    return [server, ...children.map(Number)];
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, signal);
      } catch {} // it has ended
    }
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async kill(): Promise<void> {
    const pid = this.#pid;
    this.#signal('SIGKILL');
    await gone(pid);
  }

  /** The server's own way: sessions are ended. */
  async stop(): Promise<void> {
    const pid = this.#pid;
    process.kill(pid, 'SIGINT');
    await gone(pid);
  }

  async start(): Promise<void> {
    const { uid, gid } = statSync(this.#directory);
    const user = process.getuid?.() === 0 ? { uid, gid } : {};
    const env = { ...process.env, HOME: this.#directory }; // where a worker that asks another one looks for certificates
    const options = { ...user, env, cwd: '/', detached: true, stdio: 'ignore' } as const;
    spawn(this.#program, ['-D', this.#directory], options).unref();
    for (const until = Date.now() + 30_000; ; await sleep(50)) {
      try {
        const client = await connectOnce(this.#target);
        return await client.end();
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
  }
}

async function gone(pid: number): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
  }
  throw new Error(`process ${pid} does not end`);
}
