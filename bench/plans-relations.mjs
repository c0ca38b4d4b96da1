// The cost of each table and index: buffers from the server's statistics, WAL by reading it.

/** Runs `work` and returns what it touched and wrote, by relation. */
export async function costByRelation(client, work) {
  await client.query('create extension if not exists pg_walinspect');
  const start = await positionOf(client);
  const before = await buffersByRelation(client);
  await work();
  const end = await positionOf(client);
  const after = await buffersByRelation(client);
  const wal = await walByRelation(client, start, end);
  const names = [...new Set([...after.keys(), ...wal.keys()])].sort();
  return new Map(
    names.map((name) => [
      name,
      { buffers: (after.get(name) ?? 0) - (before.get(name) ?? 0), ...(wal.get(name) ?? { bytes: 0, images: 0 }) },
    ]),
  );
}

async function positionOf(client) {
  const { rows } = await client.query('select pg_switch_wal(), pg_current_wal_insert_lsn()::text as position');
  return rows[0].position;
}

async function buffersByRelation(client) {
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select indexrelname::text as name, (idx_blks_read + idx_blks_hit)::int as buffers from pg_statio_user_indexes
     union all
     select relname, (heap_blks_read + heap_blks_hit)::int from pg_statio_user_tables`,
  );
  return new Map(rows.map(({ name, buffers }) => [name, buffers]));
}

/** A record that changes several pages (a split) counts for the relation of the first page. */
async function walByRelation(client, start, end) {
  const { rows } = await client.query(
    `select pg_class.relname::text as name, coalesce(sum(record_length) filter (where block_id = 0), 0)::int as bytes,
            count(*) filter (where block_fpi_length > 0)::int as images
       from pg_get_wal_block_info($1, $2) as block
       join pg_class on pg_relation_filenode(pg_class.oid) = block.relfilenode
      where pg_class.relkind in ('r', 'i') and pg_class.relnamespace = 'public'::regnamespace
        and block.reldatabase = (select oid from pg_database where datname = current_database())
      group by 1`,
    [start, end],
  );
  return new Map(rows.map(({ name, ...wal }) => [name, wal]));
}
