import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { literalsOf } from '../support/literals.ts';
import { root } from '../support/run-cli.ts';

/** Statements that are about no organization, or about one by its own id. The list may only shrink. */
const EXCEPTIONS: readonly [why: string, statement: RegExp][] = [
  ['an organization by its own id', /^select [^;]*? from organizations( as o)? where (o\.)?id = \$1( for update)?$/],
  ['an organization by its own id', /^update organizations set [^;]*? where id = \$1$/],
  ['a new organization has no id yet', /^insert into organizations \(public_id, name\) values /],
  ['the operator at the command line lists them all', /^select \S+ from organizations order by created_at, id$/],
  [
    'which organization somebody signs in to, before anybody is known',
    /^select id from organizations \$\{publicId === undefined \? '' : 'where public_id = \$1'\} limit 2$/,
  ],
  ['the installation’s one row', /^(insert into|select [a-z]+ from) installation /],
  ['the migrator’s own table', /^(insert into|create table if not exists|select [a-z, ]+ from) schema_migrations/],
  ['the server’s own functions', /^select (pg_[a-z_]+|current_setting)\([^;]*?\)( as [a-z]+)?$/],
  [
    'an index that a migration builds',
    /^(select indisvalid from pg_index where indexrelid|drop index concurrently if exists) /,
  ],
  ['whether the server answers', /^select 1$/],
  ['who else is connected to the database', /^select 1 from pg_stat_activity as session where /],
  ['what the coordinator of a cluster knows about its nodes', /^select from (pg_extension|pg_dist_node) where /],
  [
    'what the coordinator of a cluster knows about its shards',
    /^select (get_shard_id_for_distribution_column\(|shard\.shardid::text as shard, )/,
  ],
  ['whether all nodes of a cluster answer', /^select count\(\*\) from organizations$/],
  ['the time zones that the server knows', /^select name from pg_timezone_names /],
  [
    'what bounds the rows of a statement that names its organization',
    /^select \* from \( select page\.\*, .* from \(\$\{rows\}\) as page\)/,
  ],
  [
    'which organizations have leads that wait; each is then worked on by itself',
    /^select organization_id from assignments where waiting and organization_id > \$1 order by organization_id limit \$2$/,
  ],
  [
    'which organizations have work; each is then worked on by itself',
    /^select (distinct )?organization_id\b[^;]*? where (counted_at < now\(\) - interval '90 seconds'|leads_follow_since is not null|finished_at is null|waiting) limit 1000$/,
  ],
  [
    'which organizations have imports or jobs to go on with; each is then worked on by itself',
    /^select distinct organization_id from (imports|jobs) where [^;$]*? limit 1000$/,
  ],
  [
    'which organizations have scores that are due; each is then worked on by itself',
    /^select o\.id as organization_id from organizations as o where exists \(select 1 from leads where leads\.organization_id = o\.id and leads\.rescore_at <= \$1\) limit 1000$/,
  ],
  [
    'which organizations have old rows; each is then worked on by itself',
    /^select o\.id as organization_id from organizations as o where exists \(select 1 from \$\{table\} as old where old\.organization_id = o\.id and \$\{only\} and old\.created_at < \$1\) limit 1000$/,
  ],
  [
    'which organizations have webhooks with work; each is then worked on by itself',
    /^select (distinct )?organization_id from webhooks where active\b[^;$]*?(\$\{hasWork\('webhooks\.organization_id'\)\} order by due_at limit 1000)?$/,
  ],
  [
    'how many deliveries wait in all, for the operator',
    /^select count\(\*\)::integer as pending, [^;]* from webhooks as w join webhook_deliveries as d [^;]* limit \$1\) as waiting$/,
  ],
  [
    'which organizations have old lost leads; each is then worked on by itself',
    /^select o\.id from organizations as o where o\.id > \$1 and exists \(select 1 from statuses join leads [^;]* order by o\.id limit \$3$/,
  ],
  [
    'ids for new leads, of one sequence for all organizations',
    /^select nextval\('leads_id_seq'\) as id from generate_series\(1, \$1::integer\)$/,
  ],
  [
    'the session and its transaction',
    /^(set (local )?[a-z_.]+ = \S+(; set [a-z_.]+ = \S+)?|select set_config\([^;]+\)( from pg_extension where extname = 'citus')?|begin|commit|rollback|listen \S+)$/,
  ],
  ['the embedded server’s role and database', /^(create|alter) (role|database) \$\{(ROLE|DATABASE)\}/],
];

const OBJECTS = '(unique index|index|table|function|database|extension|schema|role|sequence|trigger|view|type)';
const BEGINNING = new RegExp(
  `^(select |insert into |update [a-z_]+ |delete from |with [a-z_]+ as |merge into |truncate |copy [a-z_]+ |lock table |do \\$|` +
    `(create|alter|drop|comment on) ${OBJECTS} |set (local|session|transaction) |listen |notify |(begin|commit|rollback)$)`,
);
const isSql = (text: string) => BEGINNING.test(text);
/** Parts that are put into statements count too; prose that says "put into tokens" does not. */
const isPart = (text: string) => /^(from|(left |inner )?join|and|or|where|exists)\b|\b(select|join|where)\b/.test(text);

interface Statement {
  file: string;
  text: string;
}

const files = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts'))
  // A backup copies whole tables, of all organizations.
  .filter((name) => !name.startsWith(`backup${sep}`))
  // Pages of the reference are HTML, CSS and JavaScript for a browser.
  .filter((name) => !name.startsWith(join('http', 'pages')));
const literals: Statement[] = files.flatMap((file) =>
  literalsOf(readFileSync(join(root, 'src', file), 'utf8')).map((text) => ({
    file,
    text: text.replace(/\s+/g, ' ').trim(),
  })),
);
const statements = literals.filter(({ text }) => isSql(text));
const isException = (text: string) => EXCEPTIONS.some(([, pattern]) => pattern.test(text));

let own: TestDatabase;
let tenantTables: string[];
beforeAll(async () => {
  own = await createTestDatabase();
  const rows = await ask<{ name: string }>(
    own.target,
    `select attrelid::regclass::text as name from pg_attribute where attname = 'organization_id' and attnum > 0
        and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`,
  );
  tenantTables = rows.map(({ name }) => name);
});
afterAll(() => own.drop());

it('the scan finds the statements', () => {
  expect(statements.length).toBeGreaterThan(40);
  for (const beginning of ['select', 'insert into', 'update'])
    expect(statements.some(({ text }) => text.startsWith(`${beginning} `))).toBe(true);
});

/** The one predicate that limits leads, which the test of scopes proves; `where` is it and the filters, `visits`, `walked` and `found` are parts judged by themselves. */
const SCOPE = /\$\{(leadsInScope\([^}]*\)|scope|where|visits|walked|found)\}/g;
const isScoped = (text: string) => text.search(SCOPE) !== -1;

it('every statement names its organization as a parameter', () => {
  const without = statements.filter(
    ({ text }) =>
      !isException(text) &&
      !isScoped(text) &&
      !/^select (?:[a-z, ]|\$\{NOW\})*?(from )?leadline_[a-z_]+\(\$1, /.test(text) && // the functions' first argument is the organization
      !/\borganization_id = (\$\d|\$\{values\.add\()/.test(text) &&
      !/^insert into [a-z_]+( as [a-z]+)? \(organization_id(, [^)]*)?\) values \(\$1[,)]/.test(text) &&
      !/^insert into [a-z_]+ \(organization_id, [^)]*\) select \$1\b/.test(text) &&
      !/^insert into [a-z_]+ \(organization_id, [^)]*\)$/.test(text), // up to the rows, each of which begins with $1: insertRows
  );
  expect(without).toEqual([]);
});

/** Every mention of a table of an organization's, in whole statements and in parts that are put into others. */
function mentionsIn(text: string): { table: string; alias: string | undefined }[] {
  const pattern = /\b(?:from|join|into|update|using) ([a-z_]+)(?: as ([a-z_]+))?/g;
  return [...text.matchAll(pattern)]
    .map(([, table = '', alias]) => ({ table, alias }))
    .filter(({ table }) => tenantTables.includes(table));
}

it('a lateral part names the organization as a parameter: Citus finds no node by a join into it', () => {
  const lateral = literals.flatMap(({ text }) =>
    [...text.matchAll(/\blateral \( select .*? from ([a-z_]+) as ([a-z_]+)\b(.*)/g)]
      .filter(([, table = '']) => tenantTables.includes(table))
      .map(([, , alias = '', rest = '']) => ({ alias, rest })),
  );
  expect(lateral.length).toBeGreaterThanOrEqual(4);
  for (const { alias, rest } of lateral) {
    expect(rest).toMatch(new RegExp(`\\b${alias}\\.organization_id = (\\$\\d|\\$\\{values\\.add\\()`));
  }
});

it('every table of an organization’s that a statement reads or writes is limited to the organization', () => {
  const unlimited = literals.flatMap(({ file, text }) => {
    if (!isSql(text) && !isPart(text)) return [];
    const whole = text.replace(SCOPE, 'leads.organization_id = $n').replace(/\binto ([a-z_]+) as [a-z]+/, 'into $1');
    return mentionsIn(whole)
      .filter(({ table, alias }) => {
        const name = alias ?? table;
        const isQualified = new RegExp(`\\b${name}\\.organization_id\\b`).test(whole);
        const isBare = alias === undefined && /(?<![.\w])organization_id\b/.test(whole);
        return !isQualified && !isBare;
      })
      .map(({ table }) => ({ file, table, text }));
  });
  expect(unlimited).toEqual([]);
});

it('every exception is still needed', () => {
  const unused = EXCEPTIONS.filter(([, pattern]) => !statements.some(({ text }) => pattern.test(text)));
  expect(unused).toEqual([]);
});

it('nothing removes entries of the audit trail, and only the erasure of a lead rewrites them', () => {
  const rewriting = literals.filter(({ text }) =>
    /\b(update|delete from|truncate|alter table|drop table)( only)? audit_entries\b/.test(text),
  );
  expect(rewriting.map(({ file, text }) => [file, text.slice(0, 33)])).toEqual([
    [join('leads', 'erasure', 'queries.ts'), 'update audit_entries set changes '], // of the lead
    [join('leads', 'erasure', 'queries.ts'), 'update audit_entries set changes '], // of the views that go with it
  ]);
});

it('no statement uses what a distributed database refuses, or locks what only one of its nodes sees', () => {
  const refused = statements.filter(
    ({ file, text }) =>
      /^merge\b/.test(text) ||
      (/^update\b/.test(text) && /\b(clock_timestamp|gen_random_uuid)\(/.test(text)) ||
      /\bvalues \([^)]*\(select\b/.test(text) ||
      (/\bpg_(try_)?advisory_/.test(text) && !file.startsWith(`db${sep}`)), // there they guard one server, not its data
  );
  expect(refused).toEqual([]);
});
