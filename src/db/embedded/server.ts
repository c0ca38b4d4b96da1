import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../connect.ts';
import { reasonOf } from './error.ts';
import { bringUp, type Launch } from './launch.ts';
import { passwordFileOf } from './password.ts';
import { isRunning, type Running, stopServer } from './postmaster.ts';
import { targetIn } from './probe.ts';

export interface EmbeddedServer {
  readonly target: Target;
  /** The directory that holds the data: what a backup must take. */
  readonly dataLocation: string;
  /** One sentence when data or programs had to be put elsewhere, else null. */
  readonly notice: string | null;
  /** False when a server that ran already was adopted. */
  readonly startedHere: boolean;
  readonly pid: number;
  /** From now on: when the server dies, start it again, until stop(). */
  supervise(): void;
  /** Orderly, also when adopted. */
  stop(): Promise<void>;
  /** Lets this process exit while the server runs on. */
  detach(): void;
}

export type Log = (message: string, detail?: object) => void;

const WATCH_MS = 500;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const STABLE_MS = 60_000;

export function holdServer(launch: Launch, first: Running, notice: string | null, log: Log): EmbeddedServer {
  const { cluster } = launch.place;
  const ended = new AbortController();
  let running = first;
  let watching: Promise<void> | undefined;

  async function watch(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    for (;;) {
      const since = Date.now();
      await untilGone(running, cluster, ended.signal);
      if (ended.signal.aborted) return;
      if (Date.now() - since > STABLE_MS) wait = FIRST_WAIT_MS;
      log('The database server ended unexpectedly and is started again', { pid: running.pid });
      for (let back = false; !back; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
        await pause(wait, ended.signal);
        if (ended.signal.aborted) return;
        back = await startAgain();
      }
    }
  }

  async function startAgain(): Promise<boolean> {
    try {
      running = await bringUp(launch, ended.signal);
      log('The database server runs again', { pid: running.pid });
      return true;
    } catch (error) {
      if (!ended.signal.aborted) log('The database server could not be started again', { reason: reasonOf(error) });
      return false;
    }
  }

  async function stop(): Promise<void> {
    ended.abort();
    await watching;
    await stopServer(running, cluster);
  }

  function detach(): void {
    ended.abort();
    running.child?.unref();
  }

  return {
    target: targetIn(launch.socketDirectory, passwordFileOf(launch.place)),
    dataLocation: cluster,
    notice,
    startedHere: first.child !== null,
    get pid() {
      return running.pid;
    },
    supervise: () => {
      watching ??= watch();
    },
    stop,
    detach,
  };
}

async function untilGone(running: Running, cluster: string, signal: AbortSignal): Promise<void> {
  if (running.child !== null) {
    if (await isRunning(running, cluster)) await once(running.child, 'exit', { signal }).catch(() => {});
    return;
  }
  while (!signal.aborted && (await isRunning(running, cluster))) await pause(WATCH_MS, signal);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
