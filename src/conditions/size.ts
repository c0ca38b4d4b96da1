import type { When } from '../settings/when.ts';

/** Bounds that keep judging a lead within a millisecond or two: `contains` takes 10 µs in a text of 2,000 characters. */
export const mostInAll = { contains: 200, entries: 20_000, characters: 1_000_000 } as const;

/** What the conditions have too much of, in words that follow a noun; null where they are within the limits. */
export function sizeFault(whens: Iterable<Pick<When, 'all'>>): string | null {
  const parts = new Set<string>();
  let [entries, characters] = [0, 0];
  for (const { all } of whens) {
    for (const { field, op, value } of all) {
      const values = Array.isArray(value) ? value : [value];
      if (Array.isArray(value)) entries += value.length;
      for (const one of values) if (typeof one === 'string') characters += one.length;
      if (op === 'contains' && typeof value === 'string') parts.add(`${field} ${value}`);
    }
  }
  if (parts.size > mostInAll.contains)
    return `${parts.size} different values for contains, ${mostInAll.contains} at most`;
  if (entries > mostInAll.entries) return `${entries} entries in lists, ${mostInAll.entries} at most`;
  if (characters > mostInAll.characters) return `${characters} characters in values, ${mostInAll.characters} at most`;
  return null;
}

/** Conditions as far as they have their shape: a request is measured before its values are looked at. */
export const whensIn = (rules: unknown): When[] =>
  (Array.isArray(rules) ? rules : []).flatMap((rule) => {
    const all = rule?.when?.all;
    return Array.isArray(all) ? [{ all: all.filter((one) => typeof one === 'object' && one !== null) }] : [];
  });
