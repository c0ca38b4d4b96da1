import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import { root } from '../support/run-cli.ts';

const released = readFileSync(join(root, 'migrations', 'checksums.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('  '));

it.each(released)('a released migration does not change: %s %s', async (checksum, file = '') => {
  const migration = (await readMigrations()).find(({ version }) => version === Number(file.slice(0, 4)));
  expect(
    migration?.checksum,
    `migrations/${file} was released, and databases have it: leave it as it was and add a migration (see CONTRIBUTING.md)`,
  ).toBe(checksum);
});

it('the first migration is released', () => {
  expect(released.map(([, file]) => file)).toContain('0001_schema.sql');
});
