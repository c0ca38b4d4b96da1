import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pack, unpack } from './packed.ts';
import { root } from './run-cli.ts';
import { scratchDirectory } from './scratch.ts';

const client = join(root, 'packages', 'client');

/** A new folder with the client installed from its tarball, as `npm install` would, but without a network. */
export function installPackedClient(): string {
  const folder = scratchDirectory('client');
  const modules = join(folder, 'node_modules');
  unpack(pack(client, folder), folder);
  const require = createRequire(join(client, 'package.json'));
  const fetchClient = dirname(dirname(require.resolve('openapi-fetch')));
  const helpers = dirname(require.resolve('openapi-typescript-helpers/package.json'));
  cpSync(fetchClient, join(modules, 'openapi-fetch'), { recursive: true });
  cpSync(helpers, join(modules, 'openapi-typescript-helpers'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  return folder;
}
