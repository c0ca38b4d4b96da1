import { readConfig } from '../config.ts';
import { connectionsOf } from '../connections.ts';
import { openDatabase, type Target } from '../db/connect.ts';
import { NoDatabaseError } from '../db/embedded/index.ts';
import { type Keys, loadKeys } from '../db/installation.ts';
import { isMade, migrate } from '../db/migrate.ts';
import { openServer } from '../db/open.ts';
import { enter } from '../db/presence.ts';
import type { Database } from '../db/sql.ts';
import { listOrganizations, type OrganizationRow } from '../organization/queries.ts';
import { UsageError } from './command.ts';

/** More than there can be of what is listed here. */
export const ALL = 1_000_000;

/**
 * Runs a command on the database that the environment names. Beside a running service it uses that service's server;
 * without one it starts the embedded server and stops it again afterwards.
 */
export function withDatabase<T>(
  work: (database: Database, keys: Keys) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  return withServer(mayMake, async (target) => {
    await migrate(target);
    const database = openDatabase(target, { connections: 2 });
    try {
      return await work(database, await loadKeys(database));
    } finally {
      await database.close();
    }
  });
}

/** Says on standard error which database it is. Where there is none, `mayMake` decides whether it is made. */
export async function withServer<T>(mayMake: boolean, work: (target: Target) => Promise<T>): Promise<T> {
  const config = readConfig();
  const open = () => openServer(config, connectionsOf(config), () => {}, mayMake);
  const { server, leave } = await enter(open, 'command');
  const { target, place } = server;
  try {
    if (!mayMake && !(await isMade(target))) throw new NoDatabaseError(place);
    process.stderr.write(`Database: ${place}\n`);
    return await work(target);
  } finally {
    await leave();
  }
}

/** The organization that a command is about: the one named, or the only one there is. */
export async function chooseOrganization(database: Database, publicId: string | undefined): Promise<OrganizationRow> {
  const organizations = await listOrganizations(database);
  if (publicId !== undefined) {
    const named = organizations.find((organization) => organization.public_id === publicId);
    if (named === undefined) throw new UsageError(`There is no organization ${publicId}.`);
    return named;
  }
  const [only, ...others] = organizations;
  if (only === undefined) throw new UsageError('There is no organization yet: leadline organization create NAME');
  if (others.length > 0) throw new UsageError('There are several organizations: name one with --organization org_…');
  return only;
}
