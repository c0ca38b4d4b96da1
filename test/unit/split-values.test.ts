import { expect, it } from 'vitest';
import { splitValues } from '../../src/leads/listing/split-values.ts';

const budgets = ['Up to 50,000', '50,000', 'Above 5,00,000', 'Above 5'];

it.each([
  ['one, two ,three', ['one', 'two', 'three']],
  ['Up to 50,000', ['Up to 50,000']],
  [' Above 5,00,000 , Up to 50,000,Above 5', ['Above 5,00,000', 'Up to 50,000', 'Above 5']],
  ['Above 5,50,000', ['Above 5', '50,000']],
  ['Above 5,Above 5,00,000', ['Above 5', 'Above 5,00,000']],
  ['Above 6,00,000', ['Above 6', '00', '000']],
  [',', ['', '']],
])('%s', (text, values) => {
  expect(splitValues(text, budgets)).toEqual(values);
});

it('stops one past the most, so that a text of commas costs little', () => {
  let asked = 0;
  const isOption = () => ++asked < 0;
  const values = splitValues(','.repeat(8_000), [','.repeat(98)], isOption, 100);
  expect(values).toHaveLength(101);
  expect(asked).toBe(101 * 98);
});
