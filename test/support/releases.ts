import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-cli.ts';

/** What migrations of later releases may do: each round takes the next of them. */
const kinds: readonly ((n: number) => string)[] = [
  (n) => `
-- A column that the release before does not know.
alter table leads add column extra_${n} text;

-- A table that the release before does not know.
create table extra_things_${n} (
  organization_id bigint not null references organizations (id),
  id bigserial not null,
  note text,
  primary key (organization_id, id)
);
`,
  (n) => `alter table audit_entries add column extra_${n} jsonb, add column other_${n} integer not null default 7;\n`,
  (n) => `
-- For a list that the release before does not have.
create index concurrently if not exists extra_list_${n} on leads (organization_id, first_name, id);
`,
  (n) => `alter table tokens add column extra_${n} text default 'none';\n`,
  (n) => `alter table organizations add column extra_${n} boolean;\n`,
];

/** A copy of this build as release `n`, which has so many migrations more. Returns its directory. */
export function makeRelease(path: string, n: number): string {
  const directory = join(path, `release-${n}`);
  mkdirSync(directory);
  const isCode = (source: string) => !source.startsWith(join(root, 'dist', 'assets'));
  cpSync(join(root, 'dist'), join(directory, 'dist'), { recursive: true, filter: isCode });
  for (const name of ['bin', 'migrations']) cpSync(join(root, name), join(directory, name), { recursive: true });
  symlinkSync(join(root, 'dist', 'assets'), join(directory, 'dist', 'assets'));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ ...manifest, version: `9.${n}.0` }));
  for (let k = 1; k <= n; k++) {
    const name = `${String(9_000 + k)}_extra.sql`;
    writeFileSync(join(directory, 'migrations', name), extraMigration(k));
  }
  return directory;
}

export const extraMigration = (n: number): string => (kinds[(n - 1) % kinds.length] as (n: number) => string)(n);
export const EXTRA_KINDS = kinds.length;
