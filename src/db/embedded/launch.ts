import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError, lastLines } from './error.ts';
import { Patience } from './patience.ts';
import type { Place } from './place.ts';
import { clearStaleLocks, isPostmaster, isRunning, type Running, readLockFile, stopServer } from './postmaster.ts';
import { probe } from './probe.ts';
import { spawnProgram } from './program.ts';
import { serverArguments } from './settings.ts';
import { makeSocketDirectory } from './socket.ts';
import { openStartLog, readServerLog } from './start-log.ts';

export interface Launch {
  place: Place;
  native: string;
  socketDirectory: string;
  settings: Readonly<Record<string, string>>;
  /** More rights of the service's role, as CREATE ROLE names them. */
  rights?: string;
}

const POLL_MS = 15;
const UNREACHABLE_MS = 5_000;
/** Another process was first or closes the data, or backends of a server killed with -9 have not noticed yet: all pass. */
const PASSING =
  /lock file ".*" (already exists|is empty)|pre-existing shared memory block|received fast shutdown request/;

/** Ends with the one server on this data: the one that runs already, or else a new one. */
export async function bringUp(launch: Launch, signal?: AbortSignal): Promise<Running> {
  const patience = new Patience(signal);
  await makeSocketDirectory(launch.socketDirectory, launch.place);
  for (;;) {
    const running = (await findRunning(launch, patience)) ?? (await start(launch, patience));
    if (running !== null) return running;
    await sleep(4 * POLL_MS);
  }
}

/** Waits while a server on this data starts or stops; null when there is none. */
async function findRunning({ place, socketDirectory }: Launch, patience: Patience): Promise<Running | null> {
  const { cluster } = place;
  for (const since = Date.now(); ; await sleep(POLL_MS)) {
    patience.check();
    const lock = await readLockFile(cluster);
    const isLive = lock !== null && (await isPostmaster(lock.pid, cluster));
    const where = (isLive && lock.socketDirectory) || socketDirectory;
    const answer = await probe(where, place);
    if (isLive && answer === 'ready') return { pid: lock.pid, socketDirectory: where, child: null };
    if (!isLive && answer === 'silent') return null;
    if (answer === 'moving') patience.extend();
    if (Date.now() - since < UNREACHABLE_MS) continue;
    if (isLive && lock.ready && answer === 'silent') {
      await stopServer({ pid: lock.pid, child: null }, cluster); // its socket was deleted: nobody can reach it any more
    }
    if (!isLive && answer === 'ready') {
      throw new EmbeddedError(`A server in another container or on another machine runs on the data in ${cluster}.`);
    }
  }
}

/** Null when the server ended for a reason that passes. */
async function start(launch: Launch, patience: Patience): Promise<Running | null> {
  const { place, socketDirectory } = launch;
  await clearStaleLocks(place.cluster, socketDirectory);
  const { running, describeEnd } = await spawnServer(launch, {});
  try {
    for (; await isRunning(running, place.cluster); await sleep(POLL_MS)) {
      patience.check();
      const answer = await probe(socketDirectory, place);
      // Another process's server may be the one that answers; ours ends then.
      if (answer === 'ready' && (await readLockFile(place.cluster))?.pid === running.pid) return running;
      if (answer === 'moving') patience.extend();
    }
    const end = await describeEnd();
    if (end.isPassing && !patience.isOver) return null;
    throw new EmbeddedError(`PostgreSQL did not start: ${end.reason}`);
  } catch (error) {
    await stopServer(running, place.cluster);
    throw error;
  }
}

/** Answers as soon as the process runs, which may be before the server is ready. */
export async function spawnServer(launch: Launch, more: Readonly<Record<string, string>>) {
  const { place, socketDirectory, settings } = launch;
  const since = Date.now();
  const log = await openStartLog(place.base);
  const child = await spawnProgram(
    join(launch.native, 'bin', 'postgres'),
    serverArguments(place.cluster, socketDirectory, { ...settings, ...more }),
    place.runAs,
    // Its own process group: Ctrl-C at the terminal reaches the service alone, which then stops it in order.
    { detached: true, stdio: ['ignore', log.fd, log.fd] },
  ).finally(log.close);
  const running: Running = { pid: child.pid ?? 0, socketDirectory, child };
  async function describeEnd() {
    const output = `${await log.written()}\n${await readServerLog(place.cluster, since)}`;
    const ownLines = output.split('\n').filter((line) => line.includes(`[${running.pid}]`));
    return { isPassing: ownLines.some((line) => PASSING.test(line)), reason: lastLines(output, 8) };
  }
  return { running, describeEnd };
}
