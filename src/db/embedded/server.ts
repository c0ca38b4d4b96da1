import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../connect.ts';
import { reasonOf } from './error.ts';
import { bringUp, type Running } from './launch.ts';
import { targetIn } from './login.ts';
import { isPostmaster, stopServer } from './postmaster.ts';
import type { Launch } from './start-server.ts';

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
  const { cluster, base } = launch.place;
  const ended = new AbortController();
  let running = first;
  let watching: Promise<void> | undefined;

  async function watch(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let isUp = true;
    for (let since = Date.now(); !ended.signal.aborted; ) {
      await untilGone(running, cluster, ended.signal);
      if (ended.signal.aborted) return;
      if (Date.now() - since > STABLE_MS) wait = FIRST_WAIT_MS;
      if (isUp) log('The database server ended unexpectedly and is started again', { pid: running.pid });
      await pause(wait, ended.signal);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      since = Date.now();
      try {
        isUp = false;
        running = await bringUp(launch, ended.signal);
        isUp = true;
        log('The database server runs again', { pid: running.pid });
      } catch (error) {
        if (!ended.signal.aborted) log('The database server could not be started again', { reason: reasonOf(error) });
      }
    }
  }

  return {
    target: targetIn(base, launch.socketDirectory),
    dataLocation: cluster,
    notice,
    startedHere: first.child !== null,
    get pid() {
      return running.pid;
    },
    supervise: () => {
      watching ??= watch();
    },
    async stop() {
      ended.abort();
      await watching;
      await stopServer(running.pid, cluster);
    },
    detach() {
      ended.abort();
      running.child?.unref();
    },
  };
}

async function untilGone({ pid, child }: Running, cluster: string, signal: AbortSignal): Promise<void> {
  if (child !== null) {
    if (await isPostmaster(pid, cluster)) await once(child, 'exit', { signal }).catch(() => {});
    return;
  }
  while (!signal.aborted && (await isPostmaster(pid, cluster))) await pause(WATCH_MS, signal);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
