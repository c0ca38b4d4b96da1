// What an installation holds and answers, so that two databases can be compared.
import { listTables } from '../dist/backup/catalogue.js';
import { connectOnce } from '../dist/db/connect.js';
import { openEmbedded } from '../dist/db/embedded/index.js';
import { isDistributed } from '../dist/db/sessions.js';
import { LOADING_MS } from './fixture.mjs';
import { startService } from './service.mjs';

/** Rows of every table per organization, the size, and on a cluster the number of organizations on each node. */
export async function describeData(url, dataDirectory) {
  const embedded = url === null ? await openEmbedded({ dataDirectory, log: () => {} }) : null;
  const client = await connectOnce(embedded?.target ?? { url }, LOADING_MS);
  try {
    const rows = {};
    const isCluster = await isDistributed(client);
    let bytes = 0;
    for (const { name, columns } of await listTables(client)) {
      const key = name === 'organizations' ? 'id' : 'organization_id';
      const isOwned = name === 'organizations' || columns.some((column) => column.name === key);
      const counted = await client.query(
        `select ${isOwned ? key : 0}::text as organization, count(*)::text as rows from ${name} group by 1 order by 1`,
      );
      rows[name] = JSON.stringify(counted.rows);
      const size = isCluster ? `citus_total_relation_size($1)` : 'pg_total_relation_size($1)';
      bytes += Number((await client.query(`select ${size} as bytes`, [name])).rows[0].bytes);
    }
    return { rows, size: `${(bytes / 1e6).toFixed(0)} MB`, nodes: isCluster ? await countOnNodes(client) : '' };
  } finally {
    await client.end();
    await embedded?.stop();
  }
}

async function countOnNodes(client) {
  const { rows: organizations } = await client.query('select id from organizations');
  const { rows } = await client.query(
    `select node.nodeport as port, count(*)::integer as n
       from unnest($1::bigint[]) as organization
       join pg_dist_placement as placement
         on placement.shardid = get_shard_id_for_distribution_column('organizations', organization)
       join pg_dist_node as node using (groupid) group by 1 order by 1`,
    [organizations.map(({ id }) => id)],
  );
  return `; organizations per node: ${rows.map(({ port, n }) => `${n} on ${port}`).join(', ')}`;
}

/** Answers to the same requests, with a token and a cursor that were issued before the move. Then it creates a lead. */
export async function describeService(environment, token, { cursor, asOf }) {
  const service = await startService(undefined, environment);
  const get = async (path) => {
    const { status, body } = await service.call(token, 'GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body);
  };
  let next = cursor;
  const look = async () => {
    const list = await get('/leads');
    next ??= list.links.next.replace('/api/v1', '');
    const answers = { list: list.data, 'page of the cursor': (await get(next)).data };
    for (const report of ['funnel', 'velocity', 'conversion']) {
      answers[report] = (await get(`/reports/${report}?as_of=${asOf}`)).data;
    }
    return answers;
  };
  try {
    const answers = await look();
    const phone = `+916${String(Date.now()).slice(-9)}`;
    const { status, body } = await service.call(token, 'POST', '/leads', { first_name: 'Asha', phone });
    if (status !== 201) throw new Error(`a create after the move: ${status} ${body}`);
    return { answers, later: await look(), cursor: next };
  } finally {
    await service.stop();
  }
}

/** Names of what is not the same after a move as it was left before. */
export function differences(before, after) {
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...Object.keys(before.rows).filter((table) => !isSame(before.rows[table], after.rows[table])),
    ...Object.keys(before.later).filter((name) => !isSame(before.later[name], after.answers[name])),
  ];
}
