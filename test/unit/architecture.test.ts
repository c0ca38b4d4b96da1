import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, type SourceFile } from '../support/imports.ts';

const files = readSources();
const byPath = new Map(files.map((file) => [file.path, file]));

/** Folders below src that are no feature: plumbing, and the doors through which one comes in. */
const PLUMBING = ['db', 'http', 'cli', 'demo', 'processes'];

/** The first folder below src; '' for what stands in src itself. */
const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const isFeature = (folder: string) => folder !== '' && !PLUMBING.includes(folder);

/** Imports that a rule forbids, one a line, as they are to be read in a failure. */
function breaches(forbids: (file: SourceFile, target: string, typesOnly: boolean) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter(({ target, typesOnly }) => forbids(file, target, typesOnly))
      .map(({ target }) => `${file.path} imports ${target}`),
  );
}

it('the sources are found, and every import of ours leads to one', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(breaches((_, target) => target.startsWith('src/') && !byPath.has(target))).toEqual([]);
});

it('nobody imports another feature’s queries, but the demo and the command line', () => {
  const mayRead = (path: string) => ['demo', 'cli'].includes(folderOf(path));
  const found = breaches(
    ({ path }, target) =>
      target.startsWith('src/') &&
      basename(target) === 'queries.ts' &&
      folderOf(path) !== folderOf(target) &&
      !mayRead(path),
  );
  expect(found).toEqual([]);
});

it('routes are imported by the list of operations, and by nobody else', () => {
  const found = breaches(
    ({ path }, target) => target.startsWith('src/') && basename(target) === 'routes.ts' && path !== 'src/operations.ts',
  );
  expect(found).toEqual([]);
});

it('queries import neither routes nor verbs: only the database, types, and what statements have in common', () => {
  const found = breaches(
    ({ path }, target, typesOnly) =>
      basename(path) === 'queries.ts' &&
      !typesOnly &&
      target.startsWith('src/') &&
      folderOf(target) !== 'db' &&
      !['src/access/scope.ts', 'src/reports/cohort-sql.ts', 'src/leads/page.ts', 'src/audit/changes-bytes.ts'].includes(
        target,
      ),
  );
  expect(found).toEqual([]);
});

it('the database knows no feature and no HTTP', () => {
  const found = breaches(
    ({ path }, target) => folderOf(path) === 'db' && (isFeature(folderOf(target)) || folderOf(target) === 'http'),
  );
  expect(found).toEqual([]);
});

it('the HTTP plumbing knows of the features nothing but types, and the list of abilities', () => {
  const found = breaches(
    ({ path }, target, typesOnly) =>
      folderOf(path) === 'http' && isFeature(folderOf(target)) && !typesOnly && target !== 'src/access/abilities.ts',
  );
  expect(found).toEqual([]);
});

it('the policies take values and know no leads', () => {
  const policies = ['pipeline', 'distribution', 'scoring', 'timeline'];
  const found = breaches(({ path }, target) => policies.includes(folderOf(path)) && folderOf(target) === 'leads');
  expect(found).toEqual([]);
});

it('no feature knows the command line or the application that is built from it', () => {
  const outer = ['src/app.ts', 'src/server.ts', 'src/operations.ts', 'src/build-services.ts'];
  const found = breaches(
    ({ path }, target) =>
      isFeature(folderOf(path)) && (['cli', 'demo'].includes(folderOf(target)) || outer.includes(target)),
  );
  expect(found).toEqual([]);
});

it('imports go one way: no file leads back to itself', () => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path);
    if (at !== -1) return void cycles.push([...trail.slice(at), path].join(' → '));
    if (done.has(path)) return;
    for (const { target, typesOnly } of byPath.get(path)?.imports ?? []) {
      if (!typesOnly && byPath.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  expect(cycles).toEqual([]);
});

it('the database driver is used where connections are made, where a statement is sent, and where values change form', () => {
  const places = ['client', 'connect', 'statement', 'packet', 'times'].map((name) => `src/db/${name}.ts`);
  expect(breaches(({ path }, target, typesOnly) => target === 'pg' && !typesOnly && !places.includes(path))).toEqual(
    [],
  );
});

it('TypeBox gives types alone: its modules are not loaded at a start', () => {
  expect(breaches((_, target, typesOnly) => target === 'typebox' && !typesOnly)).toEqual([]);
});

it('the environment is read in one place', () => {
  // Not configuration: PostgreSQL's own programs are given PATH and LD_LIBRARY_PATH, and nothing else of it.
  const handsOn = 'src/db/embedded/program.ts';
  const readers = files.filter(({ text }) => /process\s*\.\s*env|process\s*\[|from 'node:process'/.test(text));
  expect(readers.map(({ path }) => path).sort()).toEqual(['src/config.ts', handsOn]);
});

it('no file has more than 300 lines', () => {
  const long = files.filter(({ text }) => text.trimEnd().split('\n').length > 300);
  expect(long.map(({ path }) => path)).toEqual([]);
});
