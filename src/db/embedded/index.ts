import { join } from 'node:path';
import { codeOf } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, locatePackage, prepareBinaries } from './binaries.ts';
import { checkVersion, makeCluster } from './cluster.ts';
import { reasonOf } from './error.ts';
import { giveTree } from './files.ts';
import { bringUp } from './launch.ts';
import { ensurePassword } from './login.ts';
import { choosePlace, makeShared, type Place, SHARED_DIRECTORY } from './place.ts';
import { type EmbeddedServer, holdServer, type Log } from './server.ts';
import { socketDirectoryOf } from './socket.ts';
import type { Launch } from './start-server.ts';

export { NoDatabaseError } from './error.ts';
export type { EmbeddedServer } from './server.ts';

export interface EmbeddedOptions {
  /** LEADLINE_DATA; the data is in its subdirectory `postgres`, unless the server's user cannot get there. */
  dataDirectory: string;
  log: Log;
  /** False: where there is no data yet, fail instead of making it. */
  mayMake?: boolean;
  /** More settings of the server; tests turn fsync off. */
  settings?: Readonly<Record<string, string>>;
  /** More rights of the service's role on new data, as CREATE ROLE names them; tests copy databases. */
  rights?: string;
  /** Stands in for the npm package with the programs; for tests. */
  packageDirectory?: string;
  /** Stands in for /var/lib/leadline; for tests. */
  sharedDirectory?: string;
}

/** PostgreSQL on this data directory: adopted when it runs, else started, and made when there is none yet. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    return await open(options);
  } catch (error) {
    if (error instanceof OperatorError || codeOf(error) === undefined) throw error;
    const path = error instanceof Error && 'path' in error ? ` (${error.path})` : '';
    throw new OperatorError(`PostgreSQL cannot be started: ${reasonOf(error)}${path}.`, { cause: error });
  }
}

async function open(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log, settings = {}, rights = '', sharedDirectory = SHARED_DIRECTORY } = options;
  const source = await locatePackage(options.packageDirectory);
  const place = await choosePlace(options.dataDirectory, sharedDirectory, options.mayMake ?? true);
  const { cluster, owner, runAs } = place;
  await checkVersion(place, source.major);
  const binaries = await prepareBinaries(source, runAs, async () =>
    runAs.switched
      ? join(await makeShared(sharedDirectory, runAs), `postgresql-${source.version}-${process.arch}`)
      : join(place.base, `postgresql-${source.version}`),
  );
  const launch: Launch = {
    place,
    native: binaries.native,
    socketDirectory: socketDirectoryOf(place),
    settings,
    rights,
  };
  if (owner === null && (await makeCluster(launch))) log('A new database was made', { directory: cluster });
  if (owner?.uid === 0) await giveTree(cluster, runAs); // restored by root
  await ensurePassword(place);
  const running = await bringUp(launch);
  log(running.child === null ? 'The running database server was adopted' : 'The database server was started', {
    pid: running.pid,
    directory: cluster,
  });
  // A server started from elsewhere (another TMPDIR) keeps its socket, also when it has to be started again.
  return holdServer({ ...launch, socketDirectory: running.socketDirectory }, running, noticeOf(place, binaries), log);
}

function noticeOf(place: Place, binaries: Binaries): string | null {
  const parts: string[] = [];
  if (place.movedBecause !== null) parts.push(`data is in ${place.cluster} because ${place.movedBecause}`);
  if (binaries.movedBecause !== null) parts.push(`programs are in ${binaries.native} because ${binaries.movedBecause}`);
  return parts.length === 0 ? null : `PostgreSQL's ${parts.join(', and its ')}.`;
}
