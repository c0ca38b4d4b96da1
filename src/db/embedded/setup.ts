import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { connectOnce } from '../connect.ts';
import { reasonOf } from './error.ts';
import { placeFile } from './files.ts';
import { DATABASE, ensurePassword, ROLE } from './login.ts';
import { readLockFile, stopServer } from './postmaster.ts';
import { makeSocketDirectory } from './socket.ts';
import { type Launch, startServer } from './start-server.ts';

/** Connects only while data is set up: it has no password, and the rules of the server that serves refuse it. */
export const SUPERUSER = 'postgres';
const POLL_MS = 15;
/** Trust is safe here: no one but the server's user and root can enter the socket's directory. */
const SETUP_RULES = 'local all all trust\n';
/** Few: the password is 256 random bits, which no number of iterations protects better, and each connection pays for them. */
const ITERATIONS = 16;

/** Makes role and database, on a server that nobody else finds. False where the data is in use at this moment. */
export async function setUp(launch: Launch): Promise<boolean> {
  const { place, socketDirectory, rights } = launch;
  const { cluster, runAs } = place;
  const password = await ensurePassword(place);
  await makeSocketDirectory(socketDirectory, place);
  const rules = join(cluster, 'pg_hba.setup.conf'); // stays: several processes may set up the same data at once
  await placeFile(rules, SETUP_RULES, runAs.switched ? runAs : null, true);
  const port = randomInt(10_000, 60_000); // names the socket, so that several set up different data at once
  const { pid, hasEnded } = await startServer(launch, { port: `${port}`, hba_file: rules });
  try {
    for (;;) {
      if (await hasEnded()) return false;
      const lock = await readLockFile(cluster);
      if (lock?.pid === pid && lock.ready) break;
      await sleep(POLL_MS);
    }
    await runStatements({ socketDirectory, port, user: SUPERUSER, database: 'postgres', passwordFile: '' }, [
      `create role ${ROLE}`,
      `set scram_iterations = ${ITERATIONS}`,
      `alter role ${ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
      ...(rights === '' ? [] : [`alter role ${ROLE} ${rights}`]),
      `create database ${DATABASE} template template0 owner ${ROLE}`,
    ]).catch((error) => {
      throw new OperatorError(`The database in ${cluster} cannot be set up: ${reasonOf(error)}.`);
    });
    return true;
  } finally {
    await stopServer(pid, cluster);
  }
}

async function runStatements(target: Parameters<typeof connectOnce>[0], statements: readonly string[]): Promise<void> {
  const client = await connectOnce(target);
  try {
    for (const statement of statements) {
      await client.query(statement).catch((error) => {
        if (!hasCode(error, '42P04', '42710')) throw error; // it is there already
      });
    }
  } finally {
    await client.end();
  }
}
