import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { root } from '../support/run-cli.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of several shapes
const read = (name: string): any => JSON.parse(readFileSync(join(root, name), 'utf8'));
const CLIENT = '@leadline/client';

it('the service, the client, the console and the API description have one version', () => {
  const lock = read('package-lock.json');
  const places = {
    client: read('packages/client/package.json').version,
    console: read('console/package.json').version,
    'client of the service': read('package.json').dependencies[CLIENT],
    'client of the console': read('console/package.json').devDependencies[CLIENT],
    lock: lock.version,
    'service in the lock': lock.packages[''].version,
    'client in the lock': lock.packages['packages/client'].version,
    'console in the lock': lock.packages.console.version,
    'client of the service in the lock': lock.packages[''].dependencies[CLIENT],
    'client of the console in the lock': lock.packages.console.devDependencies[CLIENT],
    'API description': read('openapi.json').info.version,
  };
  const others = Object.entries(places).filter(([, found]) => found !== version);
  expect(others, `set all of them with \`npm run release:version ${version}\` and \`npm run openapi\``).toEqual([]);
});
