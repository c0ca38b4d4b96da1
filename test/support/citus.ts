import { connectOnce, type Target } from '../../src/db/connect.ts';
import { inDatabase } from './databases.ts';

/** Each node of a cluster has its part of a database, under the same name: the coordinator first, then the workers. */
export type Nodes = readonly [Target, ...Target[]];

/** The server alone, or with its workers if the extension is installed in the database that the URL names. */
export async function findNodes(server: Target): Promise<Nodes> {
  if (!('url' in server)) return [server];
  const [installed] = await run(server, `select 1 from pg_extension where extname = 'citus'`);
  if (installed === undefined) return [server];
  const workers = await run(server, 'select nodename, nodeport from pg_dist_node where groupid > 0 order by 1, 2');
  return [server, ...workers.map((worker) => atNode(server.url, worker))];
}

function atNode(server: string, { nodename, nodeport }: Record<string, unknown>): Target {
  const url = new URL(server);
  url.hostname = String(nodename);
  url.port = String(nodeport);
  url.searchParams.delete('host'); // the coordinator's own socket
  return { url: url.href };
}

/** Joins the databases of this name to a cluster: Citus has a list of nodes in each database. */
export async function joinNodes(nodes: Nodes, database: string): Promise<void> {
  const [coordinator, ...workers] = nodes.map((node) => inDatabase(node, database)) as [Target, ...Target[]];
  for (const node of [coordinator, ...workers]) await run(node, 'create extension citus');
  await run(coordinator, 'select citus_set_coordinator_host($1, $2)', addressOf(coordinator));
  for (const worker of workers) await run(coordinator, 'select citus_add_node($1, $2)', addressOf(worker));
}

function addressOf(node: Target): [string, number] {
  if (!('url' in node)) throw new Error('a node of a cluster is reached by its URL');
  const { hostname, port } = new URL(node.url);
  return [hostname, Number(port || 5432)];
}

/** Blocks all connections to a database before it is copied, also the Citus daemon's. */
export async function closeDatabase(nodes: Nodes, database: string): Promise<void> {
  for (const node of nodes) {
    await run(node, `alter database ${database} allow_connections false`);
    await run(node, 'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [database]);
  }
}

async function run(target: Target, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await connectOnce(target, 60_000);
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
