// Builds console/ into a directory: each file as it is and compressed, for the service to serve itself.
// Fails if what a browser loads first, or for one screen, is larger than the budget.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const KIB = 1024;
const FIRST_LOAD = 200 * KIB;
const ROUTE = 60 * KIB;
const COMPRESSED = /\.(js|css|html|svg)$/;

export function buildConsole(root, directory) {
  const console = join(root, 'console');
  const vite = join(
    dirname(createRequire(join(console, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', directory, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: console, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error('the console could not be built');
  const manifest = JSON.parse(readFileSync(join(directory, '.vite', 'manifest.json'), 'utf8'));
  rmSync(join(directory, '.vite'), { recursive: true });
  const sizes = compressAll(directory);
  checkBudgets(manifest, sizes);
}

/** Writes .gz and .br beside each file, and answers the sizes of the .gz files, which all browsers take. */
function compressAll(directory) {
  const sizes = new Map();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSED.test(name)) continue;
    const content = readFileSync(join(directory, name));
    const gzip = gzipSync(content, { level: 9 });
    writeFileSync(join(directory, `${name}.gz`), gzip);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(content, { params }));
    sizes.set(name, gzip.length);
  }
  return sizes;
}

function checkBudgets(manifest, sizes) {
  const [entry] = Object.keys(manifest).filter((key) => manifest[key].isEntry);
  const filesOf = (key, files = new Set()) => {
    const { file, css = [], imports = [] } = manifest[key];
    for (const one of [file, ...css]) files.add(one);
    for (const one of imports) filesOf(one, files);
    return files;
  };
  const total = (files) => [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const first = filesOf(entry);
  const textsOf = (language) => new RegExp(`^src/texts/${language}/`);
  const languages = ['en', 'hi'].map(textsOf);
  const isText = (key) => languages.some((texts) => texts.test(key));
  /** The texts that come with these files, in the language that has most. */
  const textsWith = (files) => {
    const loaded = [...files].flatMap((file) => chunkOf(file)?.dynamicImports ?? []).filter(isText);
    const sizeIn = (texts) => total(new Set(loaded.filter((key) => texts.test(key)).map((key) => manifest[key].file)));
    return Math.max(0, ...languages.map(sizeIn));
  };
  const chunkOf = (file) => Object.values(manifest).find((chunk) => chunk.file === file);
  const faults = [];
  const firstLoad = total(first) + textsWith(first) + (sizes.get('index.html') ?? 0);
  if (firstLoad > FIRST_LOAD) faults.push(`the first load takes ${kib(firstLoad)} of ${kib(FIRST_LOAD)}`);
  for (const key of manifest[entry].dynamicImports ?? []) {
    if (isText(key)) continue;
    const files = minus(filesOf(key), first);
    const more = total(files) + textsWith(files);
    if (more > ROUTE) faults.push(`${key} takes ${kib(more)} of ${kib(ROUTE)}`);
  }
  if (faults.length > 0) throw new Error(`The console is larger than its budget (compressed): ${faults.join('; ')}.`);
}

const minus = (files, others) => new Set([...files].filter((file) => !others.has(file)));
const kib = (bytes) => `${(bytes / KIB).toFixed(1)} KiB`;
