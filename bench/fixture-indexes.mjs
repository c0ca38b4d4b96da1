// Drops indexes and keys before a load and creates them again after it, from the definitions in the catalogs.

/** Every foreign key, key and index of these tables: how to drop it, and how to create it again. */
async function describeIndexes(client, tables) {
  const { rows: constraints } = await client.query(
    `select conrelid::regclass::text as table, conname as name, contype = 'f' as is_foreign,
            pg_get_constraintdef(oid) as definition
       from pg_constraint
      where (contype in ('p', 'u', 'f') and conrelid = any($1::regclass[])) or (contype = 'f' and confrelid = any($1::regclass[]))
      order by 3 desc, 1, 2`,
    [tables],
  );
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index
      where indrelid = any($1::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      order by indrelid, 1`,
    [tables],
  );
  return { constraints, indexes };
}

/** Drops them. The returned function creates them again, on several connections at once, foreign keys last. */
export async function dropIndexes(client, tables) {
  const { constraints, indexes } = await describeIndexes(client, tables);
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const addition = ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`;
  const keys = constraints.filter(({ is_foreign }) => !is_foreign).map(addition);
  const foreignKeys = constraints.filter(({ is_foreign }) => is_foreign).map(addition);
  return async (clients) => {
    await runAll(clients, [...keys, ...indexes.map(({ definition }) => definition)]);
    await runAll(clients.slice(0, 1), foreignKeys); // one at a time: they lock the tables that they refer to
  };
}

async function runAll(clients, statements) {
  const left = [...statements];
  await Promise.all(
    clients.map(async (client) => {
      await client.query(`set maintenance_work_mem = '1GB'`);
      for (let text = left.shift(); text !== undefined; text = left.shift()) await client.query(text);
    }),
  );
}
