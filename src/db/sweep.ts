import { DatabaseUnavailable, type Sql } from './sql.ts';

export interface Sweep {
  sql: Sql;
  /** The organizations that have something to be done, across all parts of the database. */
  list(): AsyncIterable<string> | Promise<Iterable<string>>;
  /** Organizations to look at where they cannot all be listed. */
  known: Known;
  isStopped?: () => boolean;
}

/** Organizations that this process serves. */
export type Known = () => Iterable<string>;

export const nobodyKnown: Known = () => [];

/**
 * Works on one organization after the other. Where a part of a distributed database is away, the organizations on the other parts
 * are worked on all the same. Fails at the end with the first error, or at once where the whole database is away.
 */
export async function sweepOrganizations(sweep: Sweep, work: (organizationId: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for await (const organizationId of organizationsOf(sweep, failures)) {
    if (sweep.isStopped?.()) return;
    try {
      await work(organizationId);
    } catch (error) {
      failures.push(error);
      await requireDatabase(sweep.sql, error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function* organizationsOf({ sql, list, known }: Sweep, failures: unknown[]): AsyncGenerator<string> {
  const found = new Set<string>();
  try {
    for await (const organizationId of await list()) {
      found.add(organizationId);
      yield organizationId;
    }
  } catch (error) {
    failures.push(error);
    await requireDatabase(sql, error);
    for (const organizationId of known()) if (!found.has(organizationId)) yield organizationId;
  }
}

/** Where the database answers, only a part of it does not. */
async function requireDatabase(sql: Sql, error: unknown): Promise<void> {
  if (error instanceof DatabaseUnavailable) await sql.rows('select 1');
}
