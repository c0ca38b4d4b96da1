import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from './error.ts';
import { type RunAs, spawnAs } from './run-as.ts';

export interface Program {
  child: ChildProcess;
  /** What it has written to standard error. */
  errors(): string;
  /** It has ended, and all that it wrote was read. */
  isClosed(): boolean;
}

/** Starts a program of PostgreSQL's; answers as soon as it runs. */
export async function startProgram(
  path: string,
  args: string[],
  runAs: RunAs,
  options: SpawnOptions = {},
): Promise<Program> {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  let errors = '';
  let isClosed = false;
  try {
    const child = spawn(path, args, {
      cwd: '/', // the server's user may be unable to enter ours
      // Only what PostgreSQL needs: PGPORT, PGDATA and the like would change what it does; C keeps its messages in English.
      env: { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...spawnAs(runAs),
      ...options,
    });
    child.stderr?.on('data', (chunk) => (errors += chunk));
    child.once('close', () => (isClosed = true));
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return { child, errors: () => errors, isClosed: () => isClosed };
  } catch (error) {
    throw cannotRun(path, runAs, error);
  }
}

function cannotRun(path: string, runAs: RunAs, error: unknown): OperatorError {
  if (hasCode(error, 'ENOENT') && existsSync(path)) {
    // The file is there: it is the loader it names that is not, as on Alpine (musl).
    return new OperatorError(`${path} needs the GNU C library, which this system lacks: set DATABASE_URL instead.`, {
      cause: error,
    });
  }
  const advice = runAs.switched ? '; run Leadline as an ordinary user, or set DATABASE_URL' : '';
  return new OperatorError(`${path} cannot be run as user ${runAs.name}: ${reasonOf(error)}${advice}.`, {
    cause: error,
  });
}
