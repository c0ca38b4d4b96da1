import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { defaultLimits } from '../http/limits.ts';
import { OperatorError } from '../operator-error.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const STABLE_MS = 60_000;
/** What a process may need beyond its requests in flight to close everything. */
const CLOSING_MS = 10_000;
const STOP_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const DRAIN: ToWorker = { drain: true };
const STOP: ToWorker = { stop: true };

export interface SupervisedProcess {
  /** The address, once the first process serves; fails where that cannot. */
  readonly serving: Promise<string>;
  startDraining(): void;
  /** Its requests in flight finish; a process that does not end in time is killed. */
  stop(): Promise<void>;
}

/** Keeps one process of the service running: one that ends is replaced. */
export function superviseProcess(task: ToWorker, log: Logger): SupervisedProcess {
  const stopped = new AbortController();
  let worker: Worker | undefined;
  let failure: string | undefined;
  let hasServed = false;
  let isDraining = false;
  let onServing: (url: string) => void = () => {};
  let onFailure: (error: Error) => void = () => {};
  const serving = new Promise<string>((resolve, reject) => {
    [onServing, onFailure] = [resolve, reject];
  });
  serving.catch(() => {}); // whoever waits for it hears of it

  function fork(): Worker {
    failure = undefined;
    const forked = cluster.fork();
    forked.on('error', () => {}); // it ends then
    forked.on('message', (message: FromWorker) => {
      if ('listening' in message) {
        forked.send(stopped.signal.aborted ? STOP : task, () => {});
        if (isDraining) forked.send(DRAIN, () => {});
      }
      if ('failed' in message) failure = message.failed;
      if (!('serving' in message)) return;
      if (hasServed) log.info({ pid: forked.process.pid }, 'a process of the service has taken its place');
      hasServed = true;
      onServing(message.serving);
    });
    return forked;
  }

  async function keepRunning(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stopped.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const since = Date.now();
      worker = fork();
      const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null];
      if (stopped.signal.aborted) break;
      // A signal to the whole group may come before a process knows how to take it: that is no failure of its own.
      if (!hasServed && !STOP_SIGNALS.includes(signal)) {
        const end = `A process of the service ended before it could serve: ${signal ?? `exit code ${code}`}.`;
        return onFailure(new OperatorError(failure ?? end));
      }
      if (Date.now() - since > STABLE_MS) wait = FIRST_WAIT_MS;
      const { pid } = worker.process;
      const cause = failure === undefined ? {} : { cause: failure };
      log.warn({ pid, code, signal, ...cause, wait_ms: wait }, 'a process of the service ended and is replaced');
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
    }
    onFailure(new OperatorError('The service was stopped before it could serve.'));
  }

  const done = keepRunning();
  return {
    serving,
    startDraining() {
      isDraining = true;
      worker?.send(DRAIN, () => {});
    },
    async stop() {
      stopped.abort();
      const last = worker;
      last?.send(STOP, () => {});
      const late = setTimeout(() => last?.process.kill('SIGKILL'), defaultLimits.drainMs + CLOSING_MS);
      await done;
      clearTimeout(late);
    },
  };
}
