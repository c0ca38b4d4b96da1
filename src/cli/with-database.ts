import { listOrganizations, type OrganizationRow } from '../access/organizations/queries.ts';
import { readConfig } from '../config.ts';
import { connectionsOf } from '../connections.ts';
import { openDatabase } from '../db/connect.ts';
import { type Keys, loadKeys } from '../db/installation.ts';
import { migrate } from '../db/migrate.ts';
import { openServer } from '../db/open.ts';
import { enter } from '../db/presence.ts';
import type { Database } from '../db/sql.ts';
import { UsageError } from './command.ts';

/**
 * Runs a command on the database that the environment names. Beside a running service it uses that service's server;
 * without one it starts the embedded server and stops it again afterwards.
 */
export async function withDatabase<T>(work: (database: Database, keys: Keys) => Promise<T>): Promise<T> {
  const config = readConfig();
  const { server, leave } = await enter(() => openServer(config, connectionsOf(config), () => {}));
  const { target } = server;
  try {
    await migrate(target);
    const database = openDatabase(target, { connections: 2 });
    try {
      return await work(database, await loadKeys(database));
    } finally {
      await database.close();
    }
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
