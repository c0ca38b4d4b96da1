/** Values from `least` to `most`, both included; null: open. */
export interface ValueRange {
  least: number | null;
  most: number | null;
}

const MOST = 9_999_999_999.99;
const VALUE = /^\d{1,10}(?:\.\d{1,2})?$/;
const HINT = `must be a value, A..B, A.. or ..B, with values from 0 to ${MOST} and at most two decimals`;

/** The range, or what is wrong with it. */
export function parseValueRange(text: string): ValueRange | string {
  const [first = '', last = first, ...rest] = text.split(/\.\.|,/);
  const isReadable = [first, last].every((end) => end === '' || VALUE.test(end));
  if (!isReadable || rest.length > 0 || (first === '' && last === '')) return HINT;
  const range = { least: first === '' ? null : Number(first), most: last === '' ? null : Number(last) };
  return range.least !== null && range.most !== null && range.least > range.most
    ? 'must not end before it begins'
    : range;
}
