// The cost of writes: buffers and WAL of an operation, the share of HOT updates, and the part of each index.
import { loadSettings } from '../dist/settings/snapshot.js';
import { costOfOperation, operations, runPlainly } from './plans-operations.mjs';
import { costByRelation } from './plans-relations.mjs';

const COUNT = 300;
/** Limits by operation: buffers, and bytes of WAL without full page images. */
const LIMITS = {
  create: [160, 8_500],
  'patch a name': [100, 5_000],
  'patch the owner': [130, 6_500],
  move: [125, 5_500],
  'add an activity': [105, 5_500],
  'add a note': [45, 2_200],
};

/** Prints one table by operation and one by table and index; returns how many limits are exceeded. */
export async function measureWrites(client, organizationId, say) {
  const sql = { row: async (text, values) => (await client.query(text, values)).rows[0] };
  const settings = await loadSettings(sql, organizationId);
  const nextBatch = await chooseLeads(client, organizationId);
  const broken = await measureOperations(client, settings, nextBatch, say);
  await measureRelations(client, settings, nextBatch, say);
  return broken;
}

/** Every batch has its own leads, of the last eighth of the time: people work on recent leads. */
async function chooseLeads(client, organizationId) {
  const { rows } = await client.query(
    `select public_id from leads where organization_id = $1 and created_at > now() - interval '90 days'
      order by hashint8(id), id limit $2`,
    [organizationId, 4 * COUNT * Object.keys(operations).length],
  );
  let used = 0;
  return () => {
    const from = used;
    used += COUNT;
    return { from, leads: Array.from({ length: COUNT }, (_, n) => rows[(from + n) % rows.length].public_id) };
  };
}

async function measureOperations(client, settings, nextBatch, say) {
  const run = (name) => costOfOperation(client, settings, name, nextBatch());
  let broken = 0;
  const lines = [];
  for (const name of Object.keys(operations)) {
    await setPageImages(client, false);
    const before = await updatesOf(client);
    const plain = await run(name);
    const after = await updatesOf(client);
    await setPageImages(client, true);
    await client.query('checkpoint');
    const fresh = await run(name);
    const updates = after.all - before.all;
    const hot = updates === 0 ? '–' : `${Math.round((100 * (after.hot - before.hot)) / updates)} %`;
    const [mostBuffers, mostBytes] = LIMITS[name];
    const isBroken = plain.buffers > mostBuffers || plain.bytes > mostBytes;
    if (isBroken) broken++;
    lines.push({ name, plain, fresh, hot, isBroken });
  }
  say(`\n${COUNT} operations each, averages. WAL without page images, and right after a checkpoint with them`);
  say('operation          buffers  dirtied  WAL records  WAL bytes    HOT  page images  WAL bytes with them');
  for (const { name, plain, fresh, hot, isBroken } of lines) {
    const number = (value, width) => value.toFixed(0).padStart(width);
    say(
      `${name.padEnd(18)} ${number(plain.buffers, 7)} ${plain.dirtied.toFixed(1).padStart(8)} ${number(plain.records, 12)} ${number(plain.bytes, 10)} ${hot.padStart(6)} ${fresh.images.toFixed(1).padStart(12)} ${number(fresh.bytes, 20)}${isBroken ? '  ← over the limit' : ''}`,
    );
  }
  return broken;
}

async function setPageImages(client, isOn) {
  await client.query(`alter system set full_page_writes = ${isOn ? 'on' : 'off'}`);
  await client.query('select pg_reload_conf()');
  for (;;) {
    const { rows } = await client.query('show full_page_writes');
    if ((rows[0].full_page_writes === 'on') === isOn) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await client.query('checkpoint'); // takes effect from here
}

/** The number of updates of leads so far, and how many of them were HOT. */
async function updatesOf(client) {
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'leads'`,
  );
  return rows[0];
}

/** Runs every operation twice more, and assigns its cost to tables and indexes. */
async function measureRelations(client, settings, nextBatch, say) {
  const costs = [];
  for (const name of Object.keys(operations)) {
    const work = () => runPlainly(client, settings, name, nextBatch());
    await setPageImages(client, false);
    const plain = await costByRelation(client, work);
    await setPageImages(client, true);
    costs.push({ name, plain, fresh: await costByRelation(client, work) });
  }
  const relations = [...new Set(costs.flatMap(({ plain }) => [...plain.keys()]))].sort();
  const cells = ({ plain, fresh }, relation) => {
    const each = (cost, count, digits) => ((cost.get(relation)?.[count] ?? 0) / COUNT).toFixed(digits);
    return `${each(plain, 'bytes', 0).padStart(5)} ${each(plain, 'buffers', 1).padStart(5)} ${each(fresh, 'images', 1).padStart(4)}`;
  };
  say(
    '\nwhat of it falls on each table and index: bytes of WAL without page images, buffers, page images after a checkpoint',
  );
  say(`${''.padEnd(22)} ${costs.map(({ name }) => name.padStart(17)).join('')}`);
  for (const relation of relations) {
    if (costs.every(({ plain }) => (plain.get(relation)?.bytes ?? 0) < COUNT)) continue;
    say(`${relation.padEnd(22)} ${costs.map((cost) => cells(cost, relation).padStart(17)).join('')}`);
  }
}
