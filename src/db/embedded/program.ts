import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { EmbeddedError, hasCode, reasonOf } from './error.ts';
import { type RunAs, spawnAs } from './run-as.ts';

/** Only what PostgreSQL needs: PGPORT, PGDATA and the like would change what it does; C keeps its messages in English. */
function programOptions(runAs: RunAs): SpawnOptions {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    cwd: '/', // the server's user may be unable to enter ours
    env: { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) },
    ...spawnAs(runAs),
  };
}

export interface Outcome {
  code: number | null;
  output: string;
}

/** Answers as soon as the program runs. */
export async function spawnProgram(
  path: string,
  args: string[],
  runAs: RunAs,
  options: SpawnOptions,
): Promise<ChildProcess> {
  try {
    const child = spawn(path, args, { ...programOptions(runAs), ...options });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } catch (error) {
    throw cannotRun(path, runAs, error);
  }
}

export async function runProgram(path: string, args: string[], runAs: RunAs): Promise<Outcome> {
  const child = await spawnProgram(path, args, runAs, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

function cannotRun(path: string, runAs: RunAs, error: unknown): EmbeddedError {
  if (hasCode(error, 'ENOENT') && existsSync(path)) {
    // The file is there: it is the loader it names that is not, as on Alpine (musl).
    return new EmbeddedError(`${path} needs the GNU C library, which this system lacks: set DATABASE_URL instead.`, {
      cause: error,
    });
  }
  const advice = runAs.switched ? '; run Leadline as an ordinary user, or set DATABASE_URL' : '';
  return new EmbeddedError(`${path} cannot be run as user ${runAs.name}: ${reasonOf(error)}${advice}.`, {
    cause: error,
  });
}
