import type { Sql } from '../../src/db/sql.ts';

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Where one of these texts is found: every column of every table, as text and as bytes, whatever its case. */
export async function findEverywhere(sql: Sql, texts: readonly string[]): Promise<string[]> {
  const columns = await sql.rows<Column>(
    `select tables.table_name as table, columns.column_name as column, columns.data_type as type
       from information_schema.tables join information_schema.columns using (table_schema, table_name)
      where tables.table_schema = 'public' and tables.table_type = 'BASE TABLE'
      order by 1, 2`,
  );
  if (columns.length < 100) throw new Error('the columns were not found');
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const hits = await sql.rows<{ text: string }>(
      `select distinct text from "${table}" join unnest($1::text[]) as text on position(lower(text) in lower(${text})) > 0`,
      [texts],
    );
    for (const hit of hits) found.push(`${table}.${column}: ${hit.text}`);
  }
  return found;
}
