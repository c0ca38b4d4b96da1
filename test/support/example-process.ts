import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { environmentWith, killGroup, root } from './run-cli.ts';

/** A server from examples/, copied into a folder with the packed client and started there. */
export class ExampleProcess {
  readonly #child: ChildProcess;
  output = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text) => (this.output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (this.output += text));
  }

  static async start(name: string, folder: string, environment: Record<string, string>): Promise<ExampleProcess> {
    cpSync(join(root, 'examples', name), join(folder, name), { recursive: true });
    const child = spawn(process.execPath, ['server.mjs'], {
      cwd: join(folder, name),
      env: environmentWith({ PORT: '0', ...environment }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const example = new ExampleProcess(child);
    while (example.url === null) {
      if (child.exitCode !== null) throw new Error(`The example ended: ${example.output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return example;
  }

  get url(): string | null {
    return /http:\/\/127\.0\.0\.1:\d+/.exec(this.output)?.[0] ?? null;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    killGroup(this.#child);
    await ended;
  }
}
