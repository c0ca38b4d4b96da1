import { buildsIndexes } from '../../src/db/build-indexes.ts';
import { splitStatements } from '../../src/db/migrate.ts';

// What a migration may do while the release before still serves. CONTRIBUTING ("Adding a migration") says why.

/** The release before reads or writes what these take away or change. */
const CONTRACTS: readonly [what: string, pattern: RegExp][] = [
  ['drops something', /\bdrop\b/],
  ['renames something', /\brename\b/],
  ['changes the type of a column', /\balter (column )?\w+ (set data )?type\b|\balter type\b/],
  ['requires a value', /\bset not null\b/],
  ['changes a default', /\bset default\b/],
  ['adds a constraint', /\badd (constraint|check|unique|primary key|foreign key|exclude)\b/],
  ['adds a column without a default that requires a value', /\badd (column )?(?!.*\bdefault\b).*\bnot null\b/],
  ['makes an index unique', /\bcreate unique index\b/],
  ['replaces or changes a function', /\bor replace\b|\balter (function|procedure|routine)\b/],
  ['adds a trigger or a rule', /\bcreate (constraint )?(trigger|rule)\b/],
  ['changes rows', /^(update|delete|truncate|merge)\b/],
  ['moves something to another schema', /\bset schema\b/],
];

/** They lock a table for longer than a request waits, in whatever release. */
const LONG_LOCKS: readonly [what: string, pattern: RegExp][] = [
  [
    'adds a column that rewrites the table',
    /\badd (column )?.*\b(serial|bigserial|generated|gen_random_uuid|random|clock_timestamp|nextval)\b/,
  ],
  ['rewrites a table', /^(cluster|vacuum full)\b|\bset (un)?logged\b|\bset tablespace\b/],
  ['locks a table', /^lock\b/],
];

/** Why a migration must not run beside the release before it; empty: it may. `version`: of the release that it is part of. */
export function faultsOf(source: string, version: string): string[] {
  const statements = splitStatements(source);
  const bare = statements.map(bareText).filter((text) => text !== '');
  const made = new Set(bare.flatMap((text) => /^create (?:unlogged )?table (\w+)/.exec(text)?.[1] ?? []));
  // Nobody uses a table that the same file makes.
  const texts = bare.filter((text) => !made.has(tableOf(text) ?? ''));
  const found = (rules: typeof CONTRACTS) =>
    texts.flatMap((text) =>
      rules.filter(([, pattern]) => partsOf(text).some((part) => pattern.test(part))).map(([what]) => what),
    );

  const since = /^-- contract: since (\d+\.\d+\.\d+)\b/m.exec(source)?.[1];
  const faults = since === undefined ? found(CONTRACTS) : [];
  if (since !== undefined && !isEarlierMinor(since, version))
    faults.push('takes away what the release before still uses');
  faults.push(...found(LONG_LOCKS));
  if (texts.some((text) => /^create (unique )?index (?!concurrently)/.test(text))) {
    faults.push('builds an index on an existing table, but not concurrently');
  }
  if (bare.some((text) => /\bconcurrently\b/.test(text)) && !buildsIndexes(statements)) {
    faults.push('builds an index concurrently beside other statements, or without "if not exists"');
  }
  const altered = new Set(texts.flatMap((text) => (/^alter table\b/.test(text) ? [tableOf(text)] : [])));
  if (altered.size > 1) faults.push('changes several existing tables');
  return [...new Set(faults)];
}

/** In lower case and one line, without comments, texts and bodies of functions. */
const bareText = (statement: string): string =>
  statement
    .replaceAll(/\$\$.*?\$\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const tableOf = (text: string): string | undefined =>
  /^alter table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1] ??
  /^create (?:unique )?index .*?\bon (?:only )?(\w+)/.exec(text)?.[1] ??
  /^(?:update|delete from|truncate(?: table)?) (?:only )?(\w+)/.exec(text)?.[1];

/** The actions of an `alter table`, one by one; a comma within brackets does not separate. */
const partsOf = (text: string): string[] => (/^alter table\b/.test(text) ? text.split(/,(?![^(]*\))/) : [text]);

function isEarlierMinor(since: string, version: string): boolean {
  const [[a = 0, b = 0], [c = 0, d = 0]] = [since, version].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ];
  return a < c || (a === c && b < d);
}
