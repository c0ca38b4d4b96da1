import type { Sql } from '../sql.ts';

/** Shards move from node to node while the service runs; an outdated node only means that the wrong one is held responsible. */
const KEPT_MS = 30_000;
const MOST_ORGANIZATIONS = 100_000;

/** On which node the shard of an organization is. It asks the coordinator's own tables, which no worker is needed for. */
export class Placement {
  readonly #sql: Sql;
  /** The shard of an organization changes only where an operator splits it off: its old shard is then gone. */
  readonly #shards = new Map<string, string>();
  #nodes = new Map<string, string>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  nodeOf(organizationId: string): string | Promise<string> {
    const shard = this.#shards.get(organizationId);
    const node = shard === undefined ? undefined : this.#nodes.get(shard);
    if (node === undefined || performance.now() - this.#readAt > KEPT_MS) return this.#find(organizationId);
    return node;
  }

  async #find(organizationId: string): Promise<string> {
    const now = performance.now();
    const known = this.#shards.get(organizationId);
    if (known !== undefined && now - this.#readAt > KEPT_MS) await this.#read(now);
    if (known !== undefined && this.#nodes.has(known)) return this.#nodes.get(known) as string;
    const shard = await findShard(this.#sql, organizationId);
    if (this.#shards.size >= MOST_ORGANIZATIONS) this.#shards.clear();
    this.#shards.set(organizationId, shard);
    if (!this.#nodes.has(shard)) await this.#read(now);
    return this.#nodes.get(shard) ?? 'unknown';
  }

  async #read(now: number): Promise<void> {
    this.#readAt = now; // others use what is known meanwhile
    this.#nodes = await listNodes(this.#sql);
  }
}

async function findShard(sql: Sql, organizationId: string): Promise<string> {
  const found = await sql.row<{ shard: string }>(
    `select get_shard_id_for_distribution_column('organizations', $1::bigint)::text as shard`,
    [organizationId],
  );
  return found?.shard ?? '';
}

/** The node of each shard. */
async function listNodes(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.rows<{ shard: string; node: string }>(
    `select shard.shardid::text as shard, node.nodename || ':' || node.nodeport as node
       from pg_dist_shard as shard join pg_dist_placement as placement using (shardid) join pg_dist_node as node using (groupid)
      where shard.logicalrelid = 'organizations'::regclass and node.noderole = 'primary'`,
  );
  return new Map(rows.map(({ shard, node }) => [shard, node]));
}
