import type { Sql } from '../db/sql.ts';
import { listZoneNames } from './queries.ts';

/** The names that PostgreSQL knows, by their lower case; read once a process. Reading them takes the server 100 ms. */
let names: ReadonlyMap<string, string> | null = null;

/** An IANA time zone that this runtime knows, in any case. What PostgreSQL does not know is refused, too, once that is known. */
export function isTimeZone(name: string): boolean {
  // Abbreviations such as IST mean different places to different programs; posix/ and right/ are no names of IANA.
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

/**
 * The zone as IANA spells it, or null where the runtime or PostgreSQL does not know it. By PostgreSQL's list, not by Intl,
 * which takes Asia/Kolkata for a newer name of Asia/Calcutta.
 */
export async function canonicalTimeZone(sql: Sql, name: string): Promise<string | null> {
  if (!isTimeZone(name)) return null;
  return (await readTimeZones(sql)).get(name.toLowerCase()) ?? null;
}

/** Read early, a faulty zone is told together with all other faults of a request. */
export async function readTimeZones(sql: Sql): Promise<ReadonlyMap<string, string>> {
  names ??= new Map((await listZoneNames(sql)).map((zone) => [zone.toLowerCase(), zone]));
  return names;
}
