import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectOnce, type Target } from '../../src/db/connect.ts';
import { openEmbedded } from '../../src/db/embedded/index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { isPooled } from '../../src/db/sessions.ts';
import { closeDatabase, findNodes, joinNodes, type Nodes } from './citus.ts';
import { inDatabase, TEMPLATE } from './databases.ts';
import { reportShards } from './report-shards.ts';
import { scratchDirectory } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server, with its workers if it is the coordinator of a Citus cluster. */
    nodes: Nodes;
    /** A pooler in front of that server, for everything except creating databases. */
    pooler: Target | null;
    /** Of the whole run; deleted at its end. */
    directory: string;
  }
}

/**
 * One real PostgreSQL for all test files: the one that TEST_DATABASE_URL names, or a new embedded one. It has a migrated
 * template database; each file uses a copy. With TEST_POOLER_URL, the copies are used through that pooler.
 */
export default async function setup(project: TestProject) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
  const url = process.env.TEST_DATABASE_URL;
  const directory = scratchDirectory('test');
  const embedded = url
    ? null
    : await openEmbedded({
        dataDirectory: join(directory, 'server'),
        log: () => {},
        // Nothing here must survive a power failure.
        settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' },
        rights: 'createdb', // for the template and its copies
      });
  const server: Target = embedded?.target ?? { url: url as string };
  const nodes = await findNodes(server);
  await makeTemplate(nodes);
  project.provide('directory', directory);
  project.provide('nodes', nodes);
  const pooler = process.env.TEST_POOLER_URL;
  project.provide('pooler', pooler ? await poolerAt(pooler) : null);
  return async () => {
    if (nodes.length > 1 && !reportShards(directory)) process.exitCode = 1;
    await embedded?.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

async function poolerAt(url: string): Promise<Target> {
  const client = await connectOnce({ url });
  const pooled = await isPooled(client);
  await client.end();
  if (!pooled) throw new Error('TEST_POOLER_URL names a server, not a pooler');
  return { url, pooled };
}

async function makeTemplate(nodes: Nodes): Promise<void> {
  for (const node of nodes) {
    const client = await connectOnce(node, 60_000);
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
    await client.end();
  }
  const isCluster = nodes.length > 1;
  if (isCluster) await joinNodes(nodes, TEMPLATE);
  await migrate(inDatabase(nodes[0], TEMPLATE));
  if (isCluster) await closeDatabase(nodes, TEMPLATE);
}
