import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Target } from '../../src/db/connect.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface User {
  uid?: number;
  gid?: number;
}

/** The environment of a command: this, and nothing else from the environment of the tests. */
export function environmentWith(environment: Environment): Environment {
  const { PATH = '', HOME = '/', TMPDIR = '/tmp' } = process.env;
  return { PATH, HOME, TMPDIR, ...environment };
}

/** `leadline …` of this build, or of the one in `cwd`, in its own process group. */
export function spawnCli(
  args: readonly string[],
  environment: Environment,
  options: User & { cwd?: string } = {},
): ChildProcess {
  return spawn(process.execPath, ['bin/leadline.js', ...args], {
    cwd: root,
    env: environmentWith(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options,
  });
}

/** Runs a command to its end. A command that does not end is killed, which shows in `signal`. */
export async function runCli(
  args: readonly string[],
  environment: Environment,
  { patience = 40_000, ...user }: User & { patience?: number } = {},
): Promise<Ended> {
  const child = spawnCli(args, environment, user);
  const ended: Ended = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => (ended.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (ended.stderr += text));
  const timer = setTimeout(() => killGroup(child), patience);
  [ended.code, ended.signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  return ended;
}

export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

/** The text on standard error for the operator, without the JSON lines of the log and the name of the database. */
export const wordsOf = ({ stderr }: Pick<Ended, 'stderr'>): string[] =>
  stderr.split('\n').filter((line) => line !== '' && !/^(\{"level":|Database: )/.test(line));

/** The command failed with one sentence: no stack, no second line. */
export function expectOneSentence(ended: Ended, code = 1): string {
  const words = wordsOf(ended);
  expect(words, ended.stderr).toHaveLength(1);
  const [sentence = ''] = words;
  expect(sentence).toMatch(/^[A-Z].*[^.]\.$/);
  expect(ended).toMatchObject({ code, signal: null, stdout: '' });
  return sentence;
}

/** As a DATABASE_URL. */
export function urlOf(target: Target): string {
  if ('url' in target) return target.url;
  const { user, database, port, socketDirectory, passwordFile } = target;
  const password = readFileSync(passwordFile, 'utf8').trim().split(':')[4];
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(socketDirectory)}`;
}
