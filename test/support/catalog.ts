import { connectOnce, type Target } from '../../src/db/connect.ts';

export async function ask<Row>(target: Target, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connectOnce(target);
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** The schema as text, one line per column, constraint and index, to compare two databases. */
export async function describeSchema(target: Target): Promise<string[]> {
  const rows = await ask<{ line: string }>(
    target,
    `select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                      pg_get_expr(d.adbin, d.adrelid)) as line
       from pg_class as c
       join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     union all
     select concat_ws(' ', c.relname, k.conname, pg_get_constraintdef(k.oid))
       from pg_constraint as k join pg_class as c on c.oid = k.conrelid
      where k.connamespace = 'public'::regnamespace
     union all
     select indexdef from pg_indexes where schemaname = 'public'
     union all
     select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
     order by 1`,
  );
  return rows.map(({ line }) => line);
}
