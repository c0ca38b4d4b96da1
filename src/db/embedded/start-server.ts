import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { lastLines } from './error.ts';
import { placeFile } from './files.ts';
import { ROLE } from './login.ts';
import type { Place } from './place.ts';
import { startProgram } from './program.ts';
import { serverArguments } from './settings.ts';

export interface Launch {
  place: Place;
  native: string;
  socketDirectory: string;
  settings: Readonly<Record<string, string>>;
  /** More rights of the service's role, as CREATE ROLE names them. */
  rights: string;
}

/** Who may connect: the service's role with its password. Nobody else, the superuser and replication included. */
const RULES = `# Written by Leadline before each start of the server.
local all ${ROLE} scram-sha-256
local all all reject
local replication all reject
host all all all reject
`;
/** Another process was first or sets the data up, or backends of a server killed with -9 have not noticed yet: all pass. */
const PASSING =
  /lock file ".*" (already exists|is empty)|pre-existing shared memory block|received fast shutdown request/;

export interface StartedServer {
  pid: number;
  child: ChildProcess;
  /** False while it runs, true where it ended for a reason that passes; fails with any other. */
  hasEnded(): Promise<boolean>;
}

/** Answers as soon as the process runs, which is before the server is ready. */
export async function startServer(launch: Launch, more: Readonly<Record<string, string>> = {}): Promise<StartedServer> {
  const { place, socketDirectory, settings, native } = launch;
  const { cluster, runAs } = place;
  await placeFile(join(cluster, 'pg_hba.conf'), RULES, runAs.switched ? runAs : null, true);
  const since = Date.now();
  const { child, errors, isClosed } = await startProgram(
    join(native, 'bin', 'postgres'),
    serverArguments(cluster, socketDirectory, { ...settings, ...more }),
    runAs,
    // Its own process group: Ctrl-C at the terminal reaches the service alone, which then stops it in order.
    { detached: true },
  );
  const pid = child.pid ?? 0;
  return {
    pid,
    child,
    async hasEnded() {
      if (!isClosed()) return false;
      const output = `${errors()}\n${await readServerLog(cluster, since)}`;
      const ownLines = output.split('\n').filter((line) => line.includes(`[${pid}]`));
      if (ownLines.some((line) => PASSING.test(line))) return true;
      throw new OperatorError(`PostgreSQL did not start: ${lastLines(output, 8)}`);
    },
  };
}

/** The end of the server's own log, when it was written since. */
async function readServerLog(cluster: string, since: number): Promise<string> {
  const directory = join(cluster, 'log');
  const texts: string[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    if (name.endsWith('.log') && (await stat(path)).mtimeMs >= since) texts.push(await readFile(path, 'utf8'));
  }
  return lastLines(texts.join('\n'), 50);
}
