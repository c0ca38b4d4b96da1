import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOnce } from '../connect.ts';
import { EmbeddedError, hasCode } from './error.ts';
import { placeFile, removeTree } from './files.ts';
import { type Launch, spawnServer } from './launch.ts';
import { passwordFileOf, ROLE } from './password.ts';
import { Patience } from './patience.ts';
import { isRunning, stopServer } from './postmaster.ts';
import { makeSocketDirectory } from './socket.ts';

/** Connects only while data is set up: it has no password, and the rules of the server that serves refuse it. */
export const SUPERUSER = 'postgres';
const POLL_MS = 15;
/** Trust is safe here: no one but the server's user and root can enter the socket's directory. */
const SETUP_RULES = 'local all all trust\n';

type Client = Awaited<ReturnType<typeof connectOnce>>;
export type Connect = (database: string) => Promise<Client>;

/** Runs `work` as the superuser, on a server that nobody else finds. False where the data is in use at this moment. */
export async function onSetupServer(launch: Launch, work: (connect: Connect) => Promise<void>): Promise<boolean> {
  const { place, socketDirectory } = launch;
  const { cluster, runAs } = place;
  const rules = join(cluster, 'pg_hba.setup.conf');
  await makeSocketDirectory(socketDirectory, place);
  await placeFile(rules, SETUP_RULES, runAs.switched ? runAs : null, true);
  const port = randomInt(10_000, 60_000); // names the socket, so that several set up different data at once
  const { running, describeEnd } = await spawnServer(launch, { port: `${port}`, hba_file: rules });
  const connectAs = (user: string, database: string) =>
    connectOnce({ socketDirectory, port, user, database, passwordFile: passwordFileOf(place) });
  // Up to version 0.1 the superuser had the name of the service's role.
  const connect: Connect = (database) =>
    connectAs(SUPERUSER, database).catch((error) => {
      if (hasCode(error, '28000')) return connectAs(ROLE, database);
      throw error;
    });
  try {
    const isReady = await untilReady(connect, () => isRunning(running, cluster));
    if (isReady) await work(connect);
    else {
      const { isPassing, reason } = await describeEnd();
      if (!isPassing) throw new EmbeddedError(`PostgreSQL did not start: ${reason}`);
    }
    return isReady;
  } finally {
    await stopServer(running, cluster);
    await removeTree(rules);
  }
}

/** False when the server ended. */
async function untilReady(connect: Connect, isUp: () => Promise<boolean>): Promise<boolean> {
  const patience = new Patience();
  for (; await isUp(); await sleep(POLL_MS)) {
    patience.check();
    try {
      await (await connect('template1')).end();
      return true;
    } catch (error) {
      if (hasCode(error, '57P03')) patience.extend();
      else if (!hasCode(error, 'ENOENT', 'ECONNREFUSED')) throw error;
    }
  }
  return false;
}
