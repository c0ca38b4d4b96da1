import { expect, it } from 'vitest';
import { PAGE_BYTES } from '../../src/db/page-bytes.ts';
import { fillPage } from '../../src/http/pagination.ts';

it('a page presents no record beyond its end: to present one may take a millisecond', () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({ n, bytes: PAGE_BYTES }));
  const presented: number[] = [];
  const { data, last } = fillPage(100, rows, ({ n }) => {
    presented.push(n);
    return { n, text: 'x'.repeat(PAGE_BYTES / 4) };
  });
  expect(data).toHaveLength(4);
  expect(presented).toEqual([0, 1, 2, 3]);
  expect(last).toBe(rows[3]);
});
