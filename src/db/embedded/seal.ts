import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError, hasCode, reasonOf } from './error.ts';
import { exclusively } from './exclusively.ts';
import { giveTree, placeFile } from './files.ts';
import type { Launch } from './launch.ts';
import { ensurePassword, findPassword, ROLE, verifierOf } from './password.ts';
import { Patience } from './patience.ts';
import type { Place } from './place.ts';
import { clearStaleLocks, isPostmaster, readLockFile, stopServer } from './postmaster.ts';
import { DATABASE } from './probe.ts';
import { type Connect, onSetupServer, SUPERUSER } from './setup-server.ts';

/** Who may connect: the service's role with its password. Nobody else, the superuser and replication included. */
const RULES = `# Written by Leadline, which puts it back where it was changed.
local all ${ROLE} scram-sha-256
local all all reject
local replication all reject
host all all all reject
`;

/** True where the data belongs to the server's user and lets in the service alone. */
async function isSealed(place: Place): Promise<boolean> {
  const rules = await readFile(join(place.cluster, 'pg_hba.conf'), 'utf8').catch(() => '');
  return rules === RULES && !(await isForeign(place)) && (await findPassword(place)) !== null;
}

const isForeign = async ({ cluster, runAs }: Place): Promise<boolean> =>
  runAs.switched && (await stat(cluster)).uid !== runAs.uid;

/**
 * Closes data that is open: restored from elsewhere, without its password, or of a version that trusted whoever reached the
 * socket. A server that runs on it is stopped first.
 */
export async function ensureSealed(launch: Launch, anew = false): Promise<void> {
  const { place } = launch;
  if (!anew && (await isSealed(place))) return;
  const patience = new Patience();
  await exclusively(`${place.cluster}.sealing`, patience, async () => {
    for (let isDone = !anew && (await isSealed(place)); !isDone; isDone = await isSealed(place)) {
      patience.check();
      await stopOpenServer(place);
      await clearStaleLocks(place.cluster, launch.socketDirectory);
      if (await isForeign(place)) await giveTree(place.cluster, place.runAs.uid, place.runAs.gid);
      if (!(await seal(launch))) await sleep(60);
    }
  });
}

async function stopOpenServer({ cluster }: Place): Promise<void> {
  const lock = await readLockFile(cluster);
  if (lock !== null && (await isPostmaster(lock.pid, cluster)))
    await stopServer({ pid: lock.pid, child: null }, cluster);
}

/** Makes role and database; the rules come last, so that data half set up is set up again. */
export async function seal(launch: Launch): Promise<boolean> {
  const { place, rights = '' } = launch;
  const verifier = verifierOf(await ensurePassword(place));
  const isDone = await onSetupServer(launch, async (connect) => {
    try {
      await run(connect, 'template1', roleStatements(verifier, rights));
      await run(connect, DATABASE, [OWN_OBJECTS]);
    } catch (error) {
      throw new EmbeddedError(`The database in ${place.cluster} cannot be set up: ${reasonOf(error)}.`);
    }
  });
  if (!isDone) return false;
  const { runAs } = place;
  await placeFile(join(place.cluster, 'pg_hba.conf'), RULES, runAs.switched ? runAs : null, true);
  return true;
}

async function run(connect: Connect, database: string, statements: readonly string[]): Promise<void> {
  const client = await connect(database);
  try {
    for (const statement of statements) {
      await client.query(statement).catch((error) => {
        if (!hasCode(error, '42P04', '42710')) throw error; // it is there already
      });
    }
  } finally {
    await client.end().catch(() => {});
  }
}

const roleStatements = (verifier: string, rights: string): string[] => [
  // Up to version 0.1 the superuser had the name that the service's role has now.
  `update pg_authid set rolname = '${SUPERUSER}' where oid = 10`,
  `create role ${ROLE}`,
  `alter role ${ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${verifier}'`,
  ...(rights === '' ? [] : [`alter role ${ROLE} ${rights}`]),
  `grant pg_read_all_settings to ${ROLE}`, // to see which data a server runs on
  `create database ${DATABASE} template template0 owner ${ROLE}`,
  `alter database ${DATABASE} owner to ${ROLE}`,
];

/** What the superuser made in the service's database, when it was still the service's role. */
const OWN_OBJECTS = `
do $$ declare statement text; begin
  for statement in
    select format('alter schema %I owner to ${ROLE}', nspname) from pg_namespace where nspowner = 10 and oid >= 16384
    union all
    select format('alter table %s owner to ${ROLE}', oid::regclass) from pg_class
     where relowner = 10 and oid >= 16384 and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i', 'e'))
    union all
    select format('alter routine %s owner to ${ROLE}', oid::regprocedure) from pg_proc
     where proowner = 10 and oid >= 16384 and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select format('alter type %s owner to ${ROLE}', oid::regtype) from pg_type
     where typowner = 10 and oid >= 16384 and typtype in ('d', 'e')
       and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
  loop execute statement; end loop;
end $$`;
