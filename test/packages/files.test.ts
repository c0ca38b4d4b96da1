import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pack, unpack } from '../support/packed.ts';
import { root } from '../support/run-cli.ts';
import { scratchDirectory } from '../support/scratch.ts';

const folder = scratchDirectory('packages');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packages = [
  { name: 'leadline', directory: root, programs: ['bin/leadline.js'] },
  { name: '@leadline/client', directory: join(root, 'packages', 'client'), programs: [] as string[] },
].map((one) => {
  const packed = pack(one.directory, folder);
  const place = unpack(packed, folder);
  return { ...one, packed, place, manifest: JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) };
});
const [service, client] = packages;
const pathsOf = (one: (typeof packages)[number] | undefined) => one?.packed.files.map(({ path }) => path).sort() ?? [];

/** Directories of the machine that built it, and hosts that packages come from. */
const hosts = [process.env.npm_config_registry, 'https://registry.npmjs.org/'].flatMap((url) =>
  url ? new URL(url).host : [],
);
const machine = [root.replace(/\/$/, ''), homedir()].filter((path) => path.split('/').length > 2);

describe.each(packages)('the package $name', ({ packed, place, manifest, programs }) => {
  it('has its license and its README, and can be published', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(manifest.private).toBeUndefined();
    expect(manifest.license).toBe('Apache-2.0');
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  });

  it('runs nothing where it is installed', () => {
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
    expect(hooks.filter((name) => manifest.scripts?.[name] !== undefined)).toEqual([]);
    expect(packed.files.some(({ path }) => path === 'binding.gyp')).toBe(false); // npm would build it
  });

  it('has files of ordinary modes, and only its command can be executed', () => {
    const unusual = packed.files.filter(({ path, mode }) => mode !== (programs.includes(path) ? 0o755 : 0o644));
    expect(unusual).toEqual([]);
  });

  it('names neither a directory of the machine that built it nor a package registry', () => {
    const telling = packed.files.filter(({ path }) => {
      const text = readFileSync(join(place, path), 'latin1');
      return [...hosts, ...machine].some((word) => text.includes(word));
    });
    expect(telling).toEqual([]);
  });

  it('depends on exact versions only', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies });
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });
});

it('the service has what it runs on, and no sources, tests or source maps', () => {
  const paths = pathsOf(service);
  const needed = ['CHANGELOG.md', 'openapi.json', 'dist/cli/main.js', 'dist/assets/console/index.html'];
  expect(paths).toEqual(expect.arrayContaining([...needed, 'dist/assets/scalar.js.gz', 'deploy/leadline.service']));
  const top = new Set(paths.map((path) => path.split('/', 1)[0]));
  const allowed = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'deploy', 'dist', 'migrations', 'openapi.json'];
  expect([...top].sort()).toEqual([...allowed, 'package.json']);
  expect(paths.filter((path) => /\.(map|tsx?|tgz|log|test\.js)$|(^|\/)(\.|node_modules\/|test\/)/.test(path))).toEqual(
    [],
  );
});

it('the client has its code and types alone', () => {
  const others = pathsOf(client).filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path));
  expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
});

it('the service takes the client of its own version, and not a copy of it', () => {
  expect(service?.manifest.dependencies['@leadline/client']).toBe(client?.manifest.version);
  expect(service?.manifest.version).toBe(client?.manifest.version);
  expect(service?.manifest.bundleDependencies).toBeUndefined();
});

it('the lock file names no package registry', () => {
  const resolved = readFileSync(join(root, 'package-lock.json'), 'utf8').match(/"resolved": ".*"/g);
  expect(resolved).toEqual(['"resolved": "packages/client"', '"resolved": "console"']);
});
