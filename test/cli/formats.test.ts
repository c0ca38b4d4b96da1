import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countOf, numberOf } from '../../src/cli/formats.ts';
import { summaryOf } from '../../src/cli/import-progress.ts';
import type { Import } from '../../src/imports/schemas.ts';

it('numbers are grouped as in India', () => {
  const numbers = [0, 999, 1_000, 100_000, 12_345_678, 1_234.567, null].map(numberOf);
  expect(numbers).toEqual(['0', '999', '1,000', '1,00,000', '1,23,45,678', '1,234.57', '–']);
});

it('a noun after a number is one or several', () => {
  expect([0, 1, 2, 250_000].map((count) => countOf(count, 'lead'))).toEqual([
    ...['0 leads', '1 lead', '2 leads', '2,50,000 leads'],
  ]);
});

it('an import says how many in the same way', () => {
  const counts = { rows: 300_000, processed: 200_000, created: 150_000, duplicates: 1, filled: 0, failed: 49_999 };
  const shown = { public_id: 'imp_1', name: 'May.csv', state: 'running', links: { failures: null }, ...counts };
  expect(
    summaryOf(shown as Import)
      .split('\n')
      .slice(1),
  ).toEqual(['  2,00,000 of 3,00,000 rows processed', '  1,50,000 created, 1 duplicate (0 filled in), 49,999 failed']);
});

it('commands group numbers in one place only', () => {
  const names = readdirSync('src/cli', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const grouping = names.filter((name) =>
    /toLocaleString|NumberFormat/.test(readFileSync(join('src/cli', name), 'utf8')),
  );
  expect(grouping).toEqual(['formats.ts']);
});
