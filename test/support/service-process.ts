import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Ended, type Environment, killGroup, spawnCli } from './run-cli.ts';

export interface Announced {
  api: string;
  reference: string;
  data: string;
  notice: string | null;
  demo: { person: string; role: string; secret: string }[] | null;
  /** A link that signs in to the demo. */
  sign_in: string | null;
  /** The command that creates the first organization, if there is none. */
  next: string | null;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; null if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
  body: any;
}

const START_MS = 40_000;

/** `leadline start` as a separate process. */
export class ServiceProcess implements Ended {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  stdout = '';
  stderr = '';
  #announced: Announced | undefined;

  constructor(environment: Environment, args: readonly string[] = ['--json'], cwd?: string) {
    this.child = spawnCli(['start', ...args], environment, cwd === undefined ? {} : { cwd });
    this.child.stdout?.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    this.exited = once(this.child, 'close');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get code(): number | null {
    return this.child.exitCode;
  }

  get signal(): NodeJS.Signals | null {
    return this.child.signalCode;
  }

  get isRunning(): boolean {
    return this.code === null && this.signal === null;
  }

  get announced(): Announced {
    if (this.#announced === undefined) throw new Error('The service is not ready yet');
    return this.#announced;
  }

  get url(): string {
    return new URL(this.announced.api).origin;
  }

  /** The secret of the demo's first token, which is the admin's. */
  get adminToken(): string {
    return this.announced.demo?.[0]?.secret ?? '';
  }

  /** Waits for what `start` prints when it serves. */
  async ready(isComplete = (text: string) => text.endsWith('}\n')): Promise<this> {
    for (const until = Date.now() + START_MS; !isComplete(this.stdout); ) {
      if (!this.isRunning) throw new Error(`The service ended (${this.code ?? this.signal}): ${this.stderr}`);
      if (Date.now() > until) throw new Error(`The service was not ready in time: ${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    if (this.stdout.startsWith('{')) this.#announced = JSON.parse(this.stdout) as Announced;
    return this;
  }

  async call(method: string, path: string, token?: string, body?: unknown): Promise<HttpAnswer> {
    const isProbe = /^\/(healthz|readyz|metrics)$/.test(path);
    const response = await fetch(`${this.url}${isProbe ? '' : '/api/v1'}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** The status of `GET /me` with this token. */
  async statusFor(token: string): Promise<number> {
    return (await this.call('GET', '/me', token)).status;
  }

  /** The log lines of one request. */
  logOf(requestId: string): string {
    return this.stderr
      .split('\n')
      .filter((line) => line.includes(requestId))
      .join('\n');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    await this.exited;
    return this.code;
  }

  async kill9(): Promise<void> {
    if (this.isRunning) killGroup(this.child);
    await this.exited;
  }

  /** Whether a process is left in the process group in which the service was started. */
  get leavesProcesses(): boolean {
    try {
      return process.kill(-this.pid, 0);
    } catch {
      return false;
    }
  }
}
