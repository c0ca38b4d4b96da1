import type { Client } from '../db/wire/client.ts';

/** Tables that no backup holds; each needs a reason. All others are found in the database's catalogue. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'the head of the file says which migrations were applied, and a restore applies them',
  rate_limits: 'unlogged; a quota is whole again after a minute',
};

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: Table): string => columns.map(({ name }) => quoted(name)).join(', ');

const own = `c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
   and not exists (select from pg_depend as d
                    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table here, but those of extensions. */
export async function listTableNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class as c where c.relkind = 'r' and ${own} order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Those that a backup holds, each after the tables that its foreign keys refer to. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `select c.relname as name,
            (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                             order by a.attnum)
               from pg_attribute as a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select coalesce(json_agg(distinct target.relname), '[]')
               from pg_constraint as k join pg_class as target on target.oid = k.confrelid
              where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
       from pg_class as c
      where c.relkind = 'r' and ${own}
      order by c.relname`,
  );
  return inOrder(rows.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name)));
}

function inOrder(tables: readonly (Table & { refers_to: string[] })[]): Table[] {
  const ordered: Table[] = [];
  const rest = new Map(tables.map((table) => [table.name, table]));
  while (rest.size > 0) {
    const ready = [...rest.values()].filter(({ refers_to }) => !refers_to.some((name) => rest.has(name)));
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...rest.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      rest.delete(name);
    }
  }
  return ordered;
}

export interface Sequence {
  readonly name: string;
  readonly last_value: string;
  readonly is_called: boolean;
}

/** Where the internal ids stand: at or past every id that a snapshot taken before shows. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class as c where c.relkind = 'S' and ${own} order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query(`select last_value::text, is_called from ${quoted(name)}`);
    sequences.push({ name, ...found.rows[0] });
  }
  return sequences;
}
