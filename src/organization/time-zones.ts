import type { Sql } from '../db/sql.ts';
import { listZoneNames } from './queries.ts';
import { presentNames } from './renamed-zones.ts';

/** PostgreSQL's names by their lower case, read once a process: reading them takes the server 100 ms. */
let names: ReadonlyMap<string, string> | null = null;

/** In any case. Names that PostgreSQL does not know are refused too, once its names have been read. */
export function isTimeZone(name: string): boolean {
  // Abbreviations such as IST are ambiguous; posix/ and right/ are no IANA names.
  const isName = /^(?!posix\/|right\/)[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name);
  if (!isName && name.toUpperCase() !== 'UTC') return false;
  if (names !== null && !names.has(name.toLowerCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** By PostgreSQL's list, not by Intl, which takes Asia/Kolkata for a newer name of Asia/Calcutta. */
export async function canonicalTimeZone(sql: Sql, name: string): Promise<string | null> {
  if (!isTimeZone(name)) return null;
  const zones = await readTimeZones(sql);
  const present = presentNames.get(name.toLowerCase()) ?? name;
  return zones.get(present.toLowerCase()) ?? zones.get(name.toLowerCase()) ?? null; // an old server may not know the new name
}

/** Read at the start, so that a faulty zone is reported together with all other faults of a request. */
export async function readTimeZones(sql: Sql): Promise<ReadonlyMap<string, string>> {
  names ??= new Map((await listZoneNames(sql)).map((zone) => [zone.toLowerCase(), zone]));
  return names;
}
