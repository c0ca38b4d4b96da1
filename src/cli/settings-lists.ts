import { readClientConfig } from '../config.ts';
import type { Position } from '../db/cursor.ts';
import type { Database, Sql } from '../db/sql.ts';
import { presentMembership } from '../organization/memberships/memberships.ts';
import { listMemberships } from '../organization/memberships/queries.ts';
import type { Membership } from '../organization/memberships/schemas.ts';
import type { Status } from '../pipeline/statuses/schemas.ts';
import { presentStatus } from '../pipeline/statuses/statuses.ts';
import { loadSettings } from '../settings/snapshot.ts';
import type { Source } from '../settings/sources/schemas.ts';
import { presentSource } from '../settings/sources/sources.ts';
import { callApi } from './api-client.ts';
import { chooseOrganization, withDatabase } from './with-database.ts';

const PAGE = 200;

/** From the database itself, in the order of the API. */
const readers = {
  statuses: async (sql: Sql, id: string): Promise<Status[]> =>
    [...((await loadSettings(sql, id))?.statuses.byId.values() ?? [])].map(presentStatus),
  sources: async (sql: Sql, id: string): Promise<Source[]> =>
    [...((await loadSettings(sql, id))?.sources.byId.values() ?? [])].map(presentSource),
  memberships: async (sql: Sql, id: string): Promise<Membership[]> => {
    const members: Membership[] = [];
    for (let after: Position | null = null; ; ) {
      const page = await listMemberships(sql, id, after, PAGE);
      members.push(...page.map(presentMembership));
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return members;
      after = [last.created_at.toISOString(), last.id];
    }
  },
};
export type Collection = keyof typeof readers;
export type RecordOf<C extends Collection> = Awaited<ReturnType<(typeof readers)[C]>>[number];

export const readMemberships = (database: Database, organizationId: string) =>
  readers.memberships(database, organizationId);

/** Through the API where LEADLINE_TOKEN is set, as the `lead` commands do; else from the database that the environment names. */
export function listSettings<C extends Collection>(of: C, organization: string | undefined): Promise<RecordOf<C>[]> {
  if (readClientConfig().token !== null) return listFromApi<RecordOf<C>>(of);
  return withDatabase(async (database) => {
    const { id } = await chooseOrganization(database, organization);
    return (await readers[of](database, id)) as RecordOf<C>[];
  });
}

interface Page<T> {
  data: T[];
  links: { next: string | null };
}

/** All pages of a collection of settings, or of teams. */
export async function listFromApi<T>(of: Collection | 'teams'): Promise<T[]> {
  const records: T[] = [];
  for (let next: string | null = `/${of}?page%5Bsize%5D=${PAGE}`; next !== null; ) {
    const page: Page<T> = await callApi<Page<T>>('GET', next);
    records.push(...page.data);
    next = page.links.next;
  }
  return records;
}
