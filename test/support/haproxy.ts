import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { scratchDirectory } from './scratch.ts';
import { eventually } from './workplace.ts';

const PLACES = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'];

/** The installed HAProxy; null if there is none and LEADLINE_HAPROXY does not require one. */
export const haproxyPath: string | null = PLACES.find((path) => existsSync(path)) ?? null;

if (haproxyPath === null && process.env.LEADLINE_HAPROXY === 'required') {
  throw new Error(`LEADLINE_HAPROXY=required, but there is no HAProxy: not one of ${PLACES.join(', ')}`);
}

/** HAProxy in front of two instances, with the configuration that the documents show. */
export class Haproxy {
  readonly #child: ChildProcess;
  readonly #path: string;
  readonly url: string;
  #complaints = '';

  private constructor(child: ChildProcess, path: string, port: number) {
    this.#child = child;
    this.#path = path;
    this.url = `http://127.0.0.1:${port}`;
    child.stderr?.setEncoding('utf8').on('data', (text) => (this.#complaints += text));
  }

  static async start(port: number, instances: readonly [number, number], interval: string): Promise<Haproxy> {
    const path = scratchDirectory('haproxy');
    const file = join(path, 'haproxy.cfg');
    writeFileSync(file, `global\n  stats socket ${join(path, 'socket')}\n\n${documented(port, instances, interval)}`);
    const child = spawn(haproxyPath ?? '', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    const haproxy = new Haproxy(child, path, port);
    process.once('exit', haproxy.#atExit);
    await eventually(() => existsSync(join(path, 'socket')) || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${haproxy.#complaints}`);
    return haproxy;
  }

  readonly #atExit = () => void this.#child.kill('SIGKILL');

  /** Whether it sends requests to this instance. */
  async isUp(server: string): Promise<boolean> {
    const line = (await this.#ask('show stat')).split('\n').find((text) => text.startsWith(`leadline,${server},`));
    return /,UP( |,)/.test(line ?? '');
  }

  async #ask(command: string): Promise<string> {
    const socket = connect(join(this.#path, 'socket')).setEncoding('utf8');
    let answer = '';
    socket.on('data', (text) => (answer += text));
    socket.end(`${command}\n`);
    await once(socket, 'close');
    return answer;
  }

  async stop(): Promise<void> {
    process.off('exit', this.#atExit);
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    rmSync(this.#path, { recursive: true, force: true });
  }
}

/** The example in the documents, with these ports. */
function documented(port: number, [one, two]: readonly [number, number], interval: string): string {
  const page = readFileSync('docs/operating/rolling.md', 'utf8');
  const [, example = ''] = /^```haproxy\n(.*?)^```/ms.exec(page) ?? [];
  return [
    [/bind .*/, `bind 127.0.0.1:${port}`],
    [/10\.0\.0\.11:8080/, `127.0.0.1:${one}`],
    [/10\.0\.0\.12:8080/, `127.0.0.1:${two}`],
    [/inter 1s/, `inter ${interval}`],
  ].reduce((text, [from, to]) => {
    if (!(from as RegExp).test(text)) throw new Error(`the documented configuration has no ${from}`);
    return text.replace(from as RegExp, to as string);
  }, example);
}
