import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { root } from '../support/run-cli.ts';

const ENTRY = 'entry.js';

/** What a browser loads for these lines of code. */
async function bundle(code: string): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `${root}${ENTRY}` : null),
        load: (id) => (id === `${root}${ENTRY}` ? code : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length;

it('the whole client is at most 6 KiB, compressed', async () => {
  const code = await bundle("export * from '@leadline/client';");
  expect(code).toContain('idempotency-key');
  expect(sizeOf(code)).toBeLessThanOrEqual(6 * 1_024);
});

it('who imports one function does not load the others', async () => {
  const whole = await bundle("export * from '@leadline/client';");
  const part = await bundle("export { createApi, createLead } from '@leadline/client';");
  expect(whole).toContain('page[after]');
  expect(part).not.toContain('page[after]');
  expect(part).not.toContain('/notes');
  expect(sizeOf(part)).toBeLessThan(sizeOf(whole));
  expect(sizeOf(await bundle("export { LeadlineError } from '@leadline/client';"))).toBeLessThan(600);
});

it('nothing in it needs Node.js', async () => {
  expect(await bundle("export * from '@leadline/client';")).not.toMatch(/\b(?:node:|require\(|Buffer\b)/);
});
