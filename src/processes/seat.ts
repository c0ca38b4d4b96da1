import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { defaultLimits } from '../http/limits.ts';
import { StartError } from '../start-error.ts';
import type { Figures, FromWorker, ToWorker } from './messages.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const STABLE_MS = 60_000;
/** What a process may need beyond its requests in flight to close everything. */
const CLOSING_MS = 10_000;
const FIGURES_MS = 2_000;
const STOP_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const STOP: ToWorker = { stop: true };

interface Ended {
  pid: number | undefined;
  code: number | null;
  signal: NodeJS.Signals | null;
  served: boolean;
  /** What it said of itself. */
  failure: string | undefined;
}

/** One place among the processes of the service: whoever holds it is replaced when it ends. */
export class Seat {
  readonly #task: ToWorker;
  readonly #log: Logger;
  readonly #stopped = new AbortController();
  readonly #done: Promise<void>;
  /** The address, once the first process serves; fails where that cannot. */
  readonly serving: Promise<string>;
  #worker: Worker | null = null;
  #serves = false;
  #askers: ((figures: Figures | null) => void)[] = [];

  constructor(task: ToWorker, log: Logger) {
    this.#task = task;
    this.#log = log;
    const { promise, resolve, reject } = promiseWithResolvers<string>();
    this.serving = promise;
    this.serving.catch(() => {}); // whoever waits for it hears of it
    this.#done = this.#keepTaken(resolve, reject);
  }

  /** Its requests in flight finish; a process that does not end in time is killed. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const worker = this.#worker;
    worker?.send(STOP, () => {});
    const patience = setTimeout(() => worker?.process.kill('SIGKILL'), defaultLimits.drainMs + CLOSING_MS);
    await this.#done;
    clearTimeout(patience);
  }

  /** Null where nobody serves here just now, or does not answer in time. */
  readFigures(): Promise<Figures | null> {
    const worker = this.#worker;
    if (worker === null || !this.#serves) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, FIGURES_MS, null);
      this.#askers.push((figures) => {
        clearTimeout(timer);
        resolve(figures);
      });
      worker.send({ readFigures: true } satisfies ToWorker, () => {});
    });
  }

  async #keepTaken(onServing: (url: string) => void, onFailure: (error: Error) => void): Promise<void> {
    let hasServed = false;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const since = Date.now();
      const { served, failure, ...ended } = await this.#run((url, pid) => {
        if (hasServed) this.#log.info({ pid }, 'a process of the service has taken its place');
        onServing(url);
      });
      hasServed ||= served;
      if (this.#stopped.signal.aborted) break;
      // A signal to the whole group may come before a process knows how to take it: that is no failure of its own.
      if (!hasServed && !STOP_SIGNALS.includes(ended.signal)) {
        const end = ended.signal ?? `exit code ${ended.code}`;
        return onFailure(new StartError(failure ?? `A process of the service ended before it could serve: ${end}.`));
      }
      if (Date.now() - since > STABLE_MS) wait = FIRST_WAIT_MS;
      const cause = failure === undefined ? {} : { cause: failure };
      this.#log.warn({ ...ended, ...cause, wait_ms: wait }, 'a process of the service ended and is replaced');
      await sleep(wait, undefined, { signal: this.#stopped.signal }).catch(() => {});
      if (this.#stopped.signal.aborted) break;
    }
    onFailure(new StartError('The service was stopped before it could serve.'));
  }

  #run(onServing: (url: string, pid: number | undefined) => void): Promise<Ended> {
    const worker = cluster.fork();
    this.#worker = worker;
    let failure: string | undefined;
    let served = false;
    worker.on('message', (message: FromWorker) => {
      if ('listening' in message) worker.send(this.#stopped.signal.aborted ? STOP : this.#task, () => {});
      if ('failed' in message) failure = message.failed;
      if ('figures' in message) this.#answer(message.figures);
      if ('serving' in message) {
        this.#serves = served = true;
        onServing(message.serving, worker.process.pid);
      }
    });
    worker.on('error', () => {}); // it ends then
    return new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        this.#worker = null;
        this.#serves = false;
        this.#answer(null);
        resolve({ pid: worker.process.pid, code, signal: signal as NodeJS.Signals | null, served, failure });
      });
    });
  }

  #answer(figures: Figures | null): void {
    for (const answer of this.#askers.splice(0)) answer(figures);
  }
}

function promiseWithResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
