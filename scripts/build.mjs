// Compiles packages/client/src/ and src/ to their dist/, and the console into it. `npm ci` runs it through "prepare" of the console, `npm start` through "prestart".
//   --if-stale     do nothing when both dist/ are newer than every source file
//   --if-possible  do nothing when the compiler is not installed (npm ci --omit=dev beside a dist/ built elsewhere)
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildConsole } from './build-console.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const client = join(root, 'packages', 'client');
const stamp = join(root, 'dist', '.built');
const flags = new Set(process.argv.slice(2));

function newestChange(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function isFresh() {
  if (!existsSync(stamp) || !existsSync(join(client, 'dist', 'index.js'))) return false;
  const built = statSync(stamp).mtimeMs;
  const clients = ['src', 'tsconfig.json', 'package.json'].map((name) => join('packages', 'client', name));
  const consoles = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) =>
    join('console', name),
  );
  return ['src', 'tsconfig.json', 'tsconfig.build.json', 'package.json', ...clients, ...consoles].every(
    (name) => !existsSync(join(root, name)) || newestChange(join(root, name)) <= built,
  );
}

function findCompiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return null;
  }
}

/** The script of the API reference, as it is and compressed, for the service to serve itself. */
function addReferenceScript(directory) {
  const assets = join(directory, 'assets');
  const script = join(
    dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
    'js',
    'standalone.js',
  );
  mkdirSync(assets);
  cpSync(script, join(assets, 'scalar.js'));
  writeFileSync(join(assets, 'scalar.js.gz'), gzipSync(readFileSync(script), { level: 9 }));
}

if (flags.has('--if-stale') && isFresh()) process.exit(0);

const compiler = findCompiler();
if (compiler === null) {
  if (existsSync(join(root, 'dist', 'cli', 'main.js')) || flags.has('--if-possible')) process.exit(0);
  process.stderr.write(
    'The TypeScript compiler is not installed: run `npm ci` (without --omit=dev) to build Leadline.\n',
  );
  process.exit(1);
}

const startedAt = new Date();

function compile(project, fresh) {
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', fresh], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) return;
  rmSync(fresh, { recursive: true, force: true });
  process.exit(status ?? 1);
}

/** At once, so that a command started meanwhile finds the old program or the new one, never half of one. */
function putInPlace(fresh, place) {
  rmSync(`${fresh}.old`, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, `${fresh}.old`);
  renameSync(fresh, place);
  rmSync(`${fresh}.old`, { recursive: true, force: true });
}

// The client first: the service's command line is compiled against it.
const freshClient = join(client, `dist.${process.pid}`);
compile(join(client, 'tsconfig.json'), freshClient);
putInPlace(freshClient, join(client, 'dist'));

const fresh = join(root, `dist.${process.pid}`);
compile(join(root, 'tsconfig.build.json'), fresh);
addReferenceScript(fresh);
buildConsole(root, join(fresh, 'assets', 'console'));
writeFileSync(join(fresh, '.built'), '');
utimesSync(join(fresh, '.built'), startedAt, startedAt); // a file saved while the compiler ran makes the build stale again
putInPlace(fresh, join(root, 'dist'));
