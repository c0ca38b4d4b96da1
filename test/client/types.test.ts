import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPackedClient } from '../support/packed-client.ts';
import { root } from '../support/run-cli.ts';

let folder: string;

beforeAll(() => {
  folder = installPackedClient();
  cpSync(join(root, 'test/client/usage-types.ts'), join(folder, 'usage-types.ts'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['TypeScript 7', 'nodenext', 'node_modules'],
  ['TypeScript 7', 'bundler', 'node_modules'],
  ['TypeScript 5.9', 'nodenext', 'packages/client/node_modules'],
] as const)('the types of the tarball allow and refuse what they should: %s, %s', (_, resolution, modules) => {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    module: resolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution: resolution,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['usage-types.ts'] }));
  const { stdout, status } = spawnSync(process.execPath, [join(root, modules, 'typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
