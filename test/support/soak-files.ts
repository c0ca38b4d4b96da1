import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a soak drives harder: whole files, and those that ask runs.ts how often to try. */
export function soakFiles(): string[] {
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => join('test', name));
  const files = names.filter((name) => name.endsWith('.test.ts'));
  return files.filter(
    (name) => name.startsWith('test/soak/') || readFileSync(name, 'utf8').includes('support/runs.ts'),
  );
}
