/**
 * The values of a filter, separated by commas; no more than one past `most`. Of options that hold commas themselves, the longest that
 * fits is taken. Also part of the console.
 */
export function splitValues(
  text: string,
  options: readonly string[] = [],
  isOption: (text: string) => boolean = (value) => options.includes(value),
  most = Number.POSITIVE_INFINITY,
): string[] {
  const parts = text.split(',');
  const mostParts = options.reduce((found, option) => Math.max(found, option.split(',').length), 1);
  const values: string[] = [];
  for (let at = 0; at < parts.length && values.length <= most; ) {
    const joined = (count: number) =>
      parts
        .slice(at, at + count)
        .join(',')
        .trim();
    let count = Math.min(mostParts, parts.length - at);
    while (count > 1 && !isOption(joined(count))) count--;
    values.push(joined(count));
    at += count;
  }
  return values;
}
