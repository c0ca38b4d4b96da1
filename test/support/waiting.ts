import { expect, inject } from 'vitest';
import type { Sql } from '../../src/db/sql.ts';
import { ask } from './catalog.ts';

/** Until so many connections of this database wait for a lock, on whichever node, with a statement that matches. */
export async function untilWaiting(sql: Sql, count: number, pattern = ''): Promise<void> {
  const database = await sql.row<{ name: string }>('select current_database() as name');
  const waiting = `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query ~* $2`;
  const countOn = async (node: Parameters<typeof ask>[0]) =>
    (await ask(node, waiting, [database?.name, pattern])).length;
  const countAll = async () => (await Promise.all(inject('nodes').map(countOn))).reduce((sum, n) => sum + n);
  await expect.poll(countAll, { timeout: 20_000 }).toBe(count);
}
