import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

// The rules under which one schema serves plain PostgreSQL and Citus; see the architecture notes.

/** Tables that belong to no organization; each needs a reason. */
const GLOBAL = [
  'organizations', // distributed by its own id
  'installation', // one row, a reference table
  'schema_migrations', // the migrator's own
];

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const tables = `(select oid, relname from pg_class
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as t`;
const names = async (text: string, values: unknown[] = []) =>
  (await ask<{ name: string }>(own.target, text, values)).map(({ name }) => name);

it('every table but the few global ones belongs to an organization', async () => {
  const without = await names(
    `select t.relname as name from ${tables} where not exists
       (select from pg_attribute as a where a.attrelid = t.oid and a.attname = 'organization_id') order by 1`,
  );
  expect(without).toEqual([...GLOBAL].sort());
});

it('organization_id is bigint and never null', async () => {
  const columns = await ask(
    own.target,
    `select distinct format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
       from ${tables} join pg_attribute as a on a.attrelid = t.oid where a.attname = 'organization_id'`,
  );
  expect(columns).toEqual([{ type: 'bigint', required: true }]);
});

it('every primary key and every unique index of an organization’s table begins with organization_id', async () => {
  const unique = await ask<{ name: string; primary: boolean; first: string }>(
    own.target,
    `select i.indexrelid::regclass::text as name, i.indisprimary as primary, a.attname as first
       from ${tables} join pg_index as i on i.indrelid = t.oid and i.indisunique
       left join pg_attribute as a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where t.relname <> all($1)`,
    [GLOBAL],
  );
  expect(unique.filter(({ first }) => first !== 'organization_id')).toEqual([]);
  const keyless = await names(
    `select t.relname as name from ${tables}
      where not exists (select from pg_index as i where i.indrelid = t.oid and i.indisprimary)`,
  );
  expect(keyless).toEqual([]);
  expect(unique.filter(({ primary }) => primary).length).toBeGreaterThan(5);
});

it('internal ids are bigserial: bigint, drawn from a sequence, no identity', async () => {
  const odd = await ask(
    own.target,
    `select t.relname, format_type(a.atttypid, a.atttypmod) as type, a.attidentity, a.attnotnull,
            pg_get_expr(d.adbin, d.adrelid) as fallback
       from ${tables} join pg_attribute as a on a.attrelid = t.oid and a.attname = 'id'
       left join pg_attrdef as d on d.adrelid = t.oid and d.adnum = a.attnum
      where t.relname <> 'installation'
        and not (a.atttypid = 'bigint'::regtype and a.attidentity = '' and a.attnotnull
                 and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`,
  );
  expect(odd).toEqual([]);
  const identities = `select attrelid::regclass::text as name from pg_attribute as a
                        join ${tables} on t.oid = a.attrelid where attidentity <> '' or attgenerated <> ''`;
  expect(await names(identities)).toEqual([]);
  const small = `select seqrelid::regclass::text as name from pg_sequence where seqtypid <> 'bigint'::regtype`;
  expect(await names(small)).toEqual([]);
});

it('every foreign key carries the organization and neither nulls nor defaults what refers to a deleted row', async () => {
  const keys = await ask<{ name: string; ok: boolean }>(
    own.target,
    `select k.conname as name,
            own.attname = 'organization_id'
            and other.attname = case k.confrelid::regclass::text when 'organizations' then 'id' else 'organization_id' end
            and k.confdeltype in ('a', 'r', 'c') and k.confupdtype in ('a', 'r') as ok
       from pg_constraint as k
       join pg_attribute as own on own.attrelid = k.conrelid and own.attnum = k.conkey[1]
       join pg_attribute as other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  expect(keys.filter(({ ok }) => !ok)).toEqual([]);
  expect(keys.length).toBeGreaterThan(5);
});

it('constraint names have room for a shard’s suffix: 45 characters at most', async () => {
  // Column NOT NULLs are constraints in PostgreSQL 18, but their names are the server's own.
  const long = `select conname as name from pg_constraint
                 where connamespace = 'public'::regnamespace and contype <> 'n' and length(conname) > 45`;
  expect(await names(long)).toEqual([]);
});

it('there are no triggers, no rules and no deferrable constraints', async () => {
  const triggers = `select tgname as name from pg_trigger join pg_class as c on c.oid = tgrelid
                     where not tgisinternal and c.relnamespace = 'public'::regnamespace`;
  expect(await names(triggers)).toEqual([]);
  const rules = `select rulename as name from pg_rewrite join pg_class as c on c.oid = ev_class
                  where c.relnamespace = 'public'::regnamespace and c.relkind <> 'v'`;
  expect(await names(rules)).toEqual([]);
  const deferrable = `select conname as name from pg_constraint
                       where condeferrable and connamespace = 'public'::regnamespace`;
  expect(await names(deferrable)).toEqual([]);
});

it('every table, index and function has a comment before it that says what it is for', async () => {
  const statements = (await readMigrations()).flatMap((migration) => migration.statements);
  const MAKES = /^create (unlogged table|table|unique index|index|function|statistics) /m;
  const making = statements.filter((text) => MAKES.test(text));
  expect(making.length).toBeGreaterThan(50);
  expect(making.filter((text) => !text.startsWith('--'))).toEqual([]);
});
