import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, type SourceFile } from '../support/imports.ts';

const files = readSources();
const byPath = new Map(files.map((file) => [file.path, file]));

/** From the bottom up, files and folders of src: each imports itself and what stands in layers below its own. */
const LAYERS: readonly (readonly string[])[] = [
  ['error-code.ts', 'group-by.ts', 'keep-newest.ts'],
  ['operator-error.ts'],
  ['at-most.ts', 'config.ts', 'fault-list.ts', 'opened.ts', 'public-id.ts', 'time.ts', 'time-zone.ts', 'version.ts'],
  ['date-range.ts', 'tracing'],
  ['log.ts', 'problems.ts', 'serve-metrics.ts'],
  ['slots'],
  ['db'],
  ['backup', 'chunked-work.ts'],
  ['explain.ts', 'metrics.ts'],
  ['http', 'rate-limits'],
  ['access'],
  ['audit'],
  ['timeline'],
  ['settings'],
  ['conditions', 'operation.ts'],
  ['collection.ts'],
  ['distribution', 'scoring'],
  ['pipeline'],
  ['organization'],
  ['leads'],
  ['console', 'events', 'forms', 'reports', 'views'],
  ['imports', 'jobs', 'simulation'],
  ['webhooks'],
  ['connections.ts', 'parts.ts'],
  ['maintenance.ts', 'operations.ts'],
  ['description.ts', 'mcp'],
  ['app.ts'],
  ['demo', 'serve.ts'],
  ['processes'],
  ['server.ts'],
  ['cli'],
];

/** The folder or file directly below src that a path belongs to. */
const placeOf = (path: string) => path.split('/')[1] ?? '';
const layerOf = (path: string) => LAYERS.findIndex((places) => places.includes(placeOf(path)));
/** The first folder below src; '' for what stands in src itself. */
const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const isRoutes = (path: string) => path.endsWith('routes.ts');

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
    ({ path }, target) => target.startsWith('src/') && isRoutes(target) && path !== 'src/operations.ts',
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
      ![
        'src/access/not-idle.ts',
        'src/access/scope.ts',
        'src/reports/cohort-sql.ts',
        'src/leads/listing/page.ts',
        'src/leads/queries.ts',
        'src/audit/changes-bytes.ts',
        'src/audit/actor-columns.ts',
      ].includes(target),
  );
  expect(found).toEqual([]);
});

it('every file stands in a layer, and every layer has files', () => {
  const places = new Set(files.map(({ path }) => placeOf(path)));
  expect([...places].sort()).toEqual(LAYERS.flat().sort());
});

it('imports point down, those of types too', () => {
  // What operations are built with knows settings; the operations of settings stand above it.
  const isBuilding = (target: string) => ['src/operation.ts', 'src/collection.ts'].includes(target);
  const found = breaches(
    ({ path }, target) =>
      target.startsWith('src/') &&
      placeOf(path) !== placeOf(target) &&
      layerOf(path) <= layerOf(target) &&
      !(isRoutes(path) && isBuilding(target)),
  );
  expect(found).toEqual([]);
});

it('the HTTP plumbing knows no feature, not even a type', () => {
  const plumbing = ['db', 'http', 'slots', 'tracing', ''];
  const found = breaches(
    ({ path }, target) =>
      folderOf(path) === 'http' && target.startsWith('src/') && !plumbing.includes(folderOf(target)),
  );
  expect(found).toEqual([]);
});

it('no file leads back to itself, by types neither', () => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path);
    if (at !== -1) return void cycles.push([...trail.slice(at), path].join(' → '));
    if (done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (byPath.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  expect(cycles).toEqual([]);
});

it('the database driver is used where connections are made, and below its public interface in one folder', () => {
  const isPlace = (path: string) => path === 'src/db/connect.ts' || path.startsWith('src/db/wire/');
  expect(breaches(({ path }, target, typesOnly) => target === 'pg' && !typesOnly && !isPlace(path))).toEqual([]);
});

it('the client of the API is used by the command line alone', () => {
  expect(breaches(({ path }, target) => target === '@leadline/client' && folderOf(path) !== 'cli')).toEqual([]);
});

it('the package of the assistants’ protocol is loaded in one place, at its first use', () => {
  const [name, place] = ['@modelcontextprotocol/server', 'src/mcp/protocol.ts'];
  expect(breaches(({ path }, target, typesOnly) => target === name && !typesOnly && path !== place)).toEqual([]);
  expect(byPath.get(place)?.text).not.toMatch(/^(import|export) (?!type )[^;\n]*from '@modelcontextprotocol/m);
  expect(byPath.get(place)?.text).toContain(`await import('${name}')`);
});

it.each([
  ['openid-client', 'src/organization/sign-in/oidc/provider.ts'],
  ['@node-rs/argon2', 'src/organization/sign-in/passwords.ts'],
])('%s, which few processes need at once, is loaded in one place, at its first use', (name, place) => {
  expect(breaches(({ path }, target, typesOnly) => target === name && !typesOnly && path !== place)).toEqual([]);
  expect(byPath.get(place)?.text).not.toMatch(new RegExp(`^(import|export) (?!type )[^;\\n]*from '${name}'`, 'm'));
  expect(byPath.get(place)?.text).toContain(`await import('${name}')`);
});

it('TypeBox gives types alone: its modules are not loaded at a start', () => {
  expect(breaches((_, target, typesOnly) => target === 'typebox' && !typesOnly)).toEqual([]);
});

it('the OpenTelemetry SDK stays in files that are loaded only if traces are on', () => {
  const isOurs = (path: string) => path.startsWith('src/tracing/otlp');
  const isSdk = (target: string) => target.startsWith('@opentelemetry/');
  expect(breaches(({ path }, target) => isSdk(target) && !isOurs(path))).toEqual([]);
  const importers = breaches(({ path }, target) => isOurs(target) && !isOurs(path));
  expect(importers).toEqual(['src/tracing/start.ts imports src/tracing/otlp.ts']);
  expect(byPath.get('src/tracing/start.ts')?.text).toContain("await import('./otlp.ts')");
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
