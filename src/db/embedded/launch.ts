import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { connectOnce } from '../connect.ts';
import { reasonOf } from './error.ts';
import { targetIn } from './login.ts';
import type { Place } from './place.ts';
import { clearStaleLocks, findLive, stopServer } from './postmaster.ts';
import { setUp } from './setup.ts';
import { makeSocketDirectory } from './socket.ts';
import { type Launch, type StartedServer, startServer } from './start-server.ts';

export interface Running {
  pid: number;
  socketDirectory: string;
  /** Null when somebody else started it. */
  child: ChildProcess | null;
}

const POLL_MS = 15;
/** Replaying a gigabyte of WAL on a slow disk takes minutes, and a server stopped in the middle starts over. */
const READY_MS = 600_000;
const UNREACHABLE_MS = 5_000;

/**
 * Ends with the one server on this data: the one that runs already, or else a new one. One that does not let the service in, as
 * after a restore without the password, is stopped and set up again, once.
 */
export async function bringUp(launch: Launch, signal?: AbortSignal): Promise<Running> {
  const { cluster } = launch.place;
  const since = Date.now();
  let unreachableSince = Number.POSITIVE_INFINITY;
  let own: StartedServer | null = null;
  let wasSetUp = false;
  try {
    for (; ; await sleep(POLL_MS)) {
      if (signal?.aborted) throw new OperatorError('The start of PostgreSQL was called off.');
      if (Date.now() - since > READY_MS) throw new OperatorError('PostgreSQL was not ready within ten minutes.');
      if (await own?.hasEnded()) {
        own = null;
        await sleep(4 * POLL_MS);
      }
      const live = await findLive(cluster, own?.pid);
      if (live === null ? own !== null : !live.ready) continue; // it starts or stops
      const socketDirectory = live?.socketDirectory ?? launch.socketDirectory;
      const answer = await ask(socketDirectory, launch.place);
      if (live === null && answer === 'silent') {
        own = await startOn(launch);
      } else if (live !== null && answer === 'ready') {
        const child = own?.pid === live.pid ? own.child : null;
        child?.stderr?.destroy(); // it writes to its own log from now on
        return { pid: live.pid, socketDirectory, child };
      } else if (live !== null && answer instanceof OperatorError) {
        if (wasSetUp) throw answer;
        own = null;
        await stopServer(live.pid, cluster);
        wasSetUp = await setUp(launch);
      } else if (answer !== 'busy') {
        unreachableSince = Math.min(unreachableSince, Date.now());
        if (Date.now() - unreachableSince < UNREACHABLE_MS) continue;
        if (live === null)
          throw new OperatorError(`A server on another machine or container uses the data in ${cluster}.`);
        await stopServer(live.pid, cluster); // its socket was deleted: nobody can reach it any more
      }
    }
  } catch (error) {
    if (own !== null) await stopServer(own.pid, cluster);
    throw error;
  }
}

async function startOn(launch: Launch): Promise<StartedServer> {
  await makeSocketDirectory(launch.socketDirectory, launch.place);
  await clearStaleLocks(launch.place.cluster, launch.socketDirectory);
  return startServer(launch);
}

/** silent: nobody listens. busy: it starts, stops or has no room. An error: it does not let the service in. */
async function ask(socketDirectory: string, { base }: Place): Promise<'ready' | 'busy' | 'silent' | OperatorError> {
  try {
    const client = await connectOnce(targetIn(base, socketDirectory));
    await client.end();
    return 'ready';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent';
    // Without a code: the driver's own words for a connection that broke or timed out.
    if (code === undefined || /^(57P|53|08|ECONN|EPIPE|EAGAIN|ETIMEDOUT)/.test(code)) return 'busy';
    const reason = `The server at the socket in ${socketDirectory} refuses Leadline: ${reasonOf(error)}.`;
    return new OperatorError(reason, { cause: error });
  }
}
