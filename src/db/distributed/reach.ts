import type { Query } from '../sql.ts';

/**
 * What a statement reaches on a distributed database: the shard of the organization with this id, all shards, or none, such as
 * `begin` or a sequence. A new organization's shard is not known before it has its id: it is tried without a guard.
 */
export type Reach = { readonly organizationId: string } | 'every shard' | 'no shard';

/** How statements say whose they are: the places of a placeholder for the organization's id. */
const ORGANIZATION =
  /\borganization_id = \$(\d+)|^insert into \w+(?: as \w+)? \(organization_id\b[^)]*\) (?:values \(|select )\$(\d+)|\bleadline_\w+\(\$(\d+)|\borganizations(?: as \w+)?(?: set [^;]*)? where (?:\w+\.)?id = \$(\d+)/;
const TABLE =
  /\b(?:from|join|into|update) (?!pg_|generate_series|installation|schema_migrations|exported|matching|organizations \()\w/;

/** By the statement's text: the place of the organization's id among the values, or what it reaches without one. */
const known = new Map<string, number | 'every shard' | 'no shard'>();
/** Texts come from the code, but some are put together from filters. */
const MOST_KNOWN = 5_000;

export function reachOf(statements: readonly Pick<Query, 'text' | 'values'>[]): Reach {
  let reach: Reach = 'no shard';
  for (const { text, values } of statements) {
    const place = placeOf(text);
    if (typeof place === 'number') return { organizationId: String(values[place]) };
    if (place === 'every shard') reach = place;
  }
  return reach;
}

function placeOf(text: string): number | 'every shard' | 'no shard' {
  const place = known.get(text);
  if (place !== undefined) return place;
  const words = text.replace(/\s+/g, ' ').trim();
  const found = ORGANIZATION.exec(words)?.slice(1).find(Boolean);
  const read = found !== undefined ? Number(found) - 1 : TABLE.test(words) ? 'every shard' : 'no shard';
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, read);
  return read;
}
