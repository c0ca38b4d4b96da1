// Reads the catalogues of a database into SQL that is the same wherever the schema is: sorted by name, columns in their order.

/** What an extension brought is named by the extension. */
const notOf = (oid) => `not exists (select from pg_depend where objid = ${oid} and deptype = 'e')`;

const EXTENSIONS = `
  select 'CREATE EXTENSION ' || quote_ident(extname) as definition from pg_extension
   where extname <> 'plpgsql' order by extname collate "C"`;

/** What the queries below do not describe; a migration that makes one of these has to extend them. */
const NOT_DESCRIBED = `
  select relkind::text || ' ' || relname as name from pg_class
   where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'S', 't')
  union all
  select 'type ' || typname from pg_type
   where typnamespace = 'public'::regnamespace and typtype <> 'c' and typcategory <> 'A' and ${notOf('pg_type.oid')}
  union all
  select 'trigger ' || tgname from pg_trigger where not tgisinternal
  union all
  select 'policy ' || polname from pg_policy
  union all
  select 'aggregate or procedure ' || proname from pg_proc
   where pronamespace = 'public'::regnamespace and prokind <> 'f' and ${notOf('pg_proc.oid')}`;

const TABLES = `
  select c.oid, c.relname as name, c.relpersistence = 'u' as is_unlogged, c.relacl::text as privileges,
         array_to_string(c.reloptions || array(select 'toast.' || option from pg_class as t, unnest(t.reloptions) as option
                                                where t.oid = c.reltoastrelid), ', ') as options
    from pg_class as c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
   order by c.relname collate "C"`;

const COLUMNS = `
  select a.attname as name,
         concat_ws(' ', format_type(a.atttypid, a.atttypmod),
           case when a.attcollation <> t.typcollation then 'COLLATE ' || quote_ident(k.collname) end,
           case when a.attstorage <> t.typstorage then 'STORAGE ' || a.attstorage::text end,
           case when a.attcompression <> '' then 'COMPRESSION ' || a.attcompression::text end,
           case when a.attstattarget >= 0 then 'STATISTICS ' || a.attstattarget end,
           'OPTIONS ' || a.attoptions::text,
           'PRIVILEGES ' || a.attacl::text,
           'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid),
           case when a.attnotnull then 'NOT NULL' end) as definition
    from pg_attribute as a
    join pg_type as t on t.oid = a.atttypid
    left join pg_collation as k on k.oid = a.attcollation
    left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
   order by a.attnum`;

/** Without NOT NULLs, which PostgreSQL 18 also keeps here: they stand with their columns. */
const CONSTRAINTS = `
  select k.conname as name,
         concat_ws(' ', pg_get_constraintdef(k.oid, true),
                   'WITH (' || array_to_string(i.reloptions, ', ') || ')') as definition
    from pg_constraint as k left join pg_class as i on i.oid = k.conindid and k.contype in ('p', 'u', 'x')
   where k.conrelid = $1 and k.contype <> 'n'
   order by position(k.contype::text in 'pucfx'), k.conname collate "C"`;

const INDEXES = `
  select pg_get_indexdef(i.indexrelid, 0, true) as definition
    from pg_index as i join pg_class as c on c.oid = i.indexrelid
   where i.indrelid = $1 and not exists (select from pg_constraint as k where k.conindid = i.indexrelid and k.contype <> 'f')
   order by c.relname collate "C"`;

const STATISTICS = `
  select pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext
   where stxrelid = $1
   order by stxname collate "C"`;

const FUNCTIONS = `
  select pg_get_functiondef(oid) as definition, proname as name, proacl::text as privileges from pg_proc
   where pronamespace = 'public'::regnamespace and ${notOf('pg_proc.oid')}
   order by proname collate "C", pg_get_function_identity_arguments(oid) collate "C"`;

const SEQUENCES = `
  select concat_ws(' ', 'CREATE SEQUENCE', quote_ident(c.relname), 'AS', format_type(s.seqtypid, null),
           case when s.seqstart <> 1 then 'START ' || s.seqstart end,
           case when s.seqincrement <> 1 then 'INCREMENT ' || s.seqincrement end,
           case when s.seqmin <> 1 then 'MINVALUE ' || s.seqmin end,
           case when s.seqmax <> 9223372036854775807 then 'MAXVALUE ' || s.seqmax end,
           case when s.seqcache <> 1 then 'CACHE ' || s.seqcache end,
           case when s.seqcycle then 'CYCLE' end,
           'OWNED BY', coalesce(d.refobjid::regclass || '.' || quote_ident(a.attname), 'NONE')) as definition,
         c.relname as name, c.relacl::text as privileges
    from pg_sequence as s
    join pg_class as c on c.oid = s.seqrelid
    left join pg_depend as d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'a'
    left join pg_attribute as a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
   where c.relnamespace = 'public'::regnamespace
   order by c.relname collate "C"`;

/** `client`: a connection of `pg` whose search path begins with `public`. */
export async function describeSchema(client) {
  const rowsOf = async (text, ...values) => (await client.query(text, values)).rows;
  const unknown = await rowsOf(NOT_DESCRIBED);
  if (unknown.length > 0) {
    throw new Error(`scripts/describe-schema.mjs cannot describe ${unknown.map(({ name }) => name).join(', ')} yet`);
  }

  const privilegesOf = ({ name, privileges }) =>
    privileges === null ? [] : [`-- privileges of ${name}: ${privileges}`];

  async function describeTable(table) {
    const { oid, name, is_unlogged, options } = table;
    const columns = await rowsOf(COLUMNS, oid);
    const width = Math.max(...columns.map((column) => column.name.length));
    const constraints = await rowsOf(CONSTRAINTS, oid);
    const parts = [
      ...columns.map((column) => `  ${column.name.padEnd(width)} ${column.definition}`),
      ...constraints.map((one) => `  CONSTRAINT ${one.name} ${one.definition}`),
    ];
    const further = [...(await rowsOf(INDEXES, oid)), ...(await rowsOf(STATISTICS, oid))];
    return [
      `CREATE ${is_unlogged ? 'UNLOGGED ' : ''}TABLE ${name} (`,
      parts.join(',\n'),
      options === '' || options === null ? ');' : `) WITH (${options});`,
      ...further.map(({ definition }) => `${definition};`),
      ...privilegesOf(table),
    ].join('\n');
  }

  const tables = [];
  for (const table of await rowsOf(TABLES)) tables.push(await describeTable(table));
  const functions = (await rowsOf(FUNCTIONS)).map((one) =>
    [`${one.definition.trimEnd()};`, ...privilegesOf(one)].join('\n'),
  );
  const sequences = (await rowsOf(SEQUENCES)).flatMap((one) => [`${one.definition};`, ...privilegesOf(one)]);
  const extensions = (await rowsOf(EXTENSIONS)).map(({ definition }) => `${definition};`);
  return [extensions.join('\n'), ...tables, ...functions, sequences.join('\n')].join('\n\n');
}
