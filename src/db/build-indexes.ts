import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import { connectOnce, type Target } from './connect.ts';

/** An advisory lock: any number, the same in every version of Leadline. */
const BUILDING = 4_720_551_904;
const POLL_MS = 500;
const STATEMENT = /^(?:--.*\n|\s)*create index concurrently if not exists (\w+) /;

/** Whether a migration does nothing but build indexes beside running requests, which no transaction can. */
export const buildsIndexes = (statements: readonly string[]): boolean =>
  statements.length > 0 && statements.every((text) => STATEMENT.test(text));

type Run = (text: string, values?: unknown[]) => Promise<{ rows: { taken?: boolean; indisvalid?: boolean }[] }>;

/** A migrator that was killed leaves a server process that builds on: it holds this lock until it ends. */
async function takeTurn(run: Run, patienceMs: number): Promise<void> {
  for (const until = Date.now() + patienceMs; ; await sleep(POLL_MS)) {
    if ((await run('select pg_try_advisory_lock($1) as taken', [BUILDING])).rows[0]?.taken === true) return;
    if (Date.now() > until) throw new Error('another process has been building indexes for too long');
  }
}

/**
 * Builds each index that is not there yet, on a connection of its own. It waits for older transactions, and nobody waits for it, so
 * it has no limit on locks.
 */
export async function buildIndexes(target: Target, statements: readonly string[], patienceMs: number): Promise<void> {
  const client = await connectOnce(target);
  const run: Run = (text, values = []) =>
    client.query({ text, values, queryMode: 'extended', query_timeout: patienceMs } as QueryConfig);
  try {
    // The role may have limits of its own. Behind a pooler, a setting would stay with the server's session.
    if (target.pooled !== true) {
      await client.query('set lock_timeout = 0; set statement_timeout = 0');
      await takeTurn(run, patienceMs);
    }
    for (const text of statements) {
      const name = STATEMENT.exec(text)?.[1];
      const { rows } = await run('select indisvalid from pg_index where indexrelid = to_regclass($1)', [name]);
      if (rows[0]?.indisvalid) continue; // Citus marks an index that is there as invalid, in spite of "if not exists"
      // A build that was cut short leaves an index that nothing uses.
      if (rows.length > 0) await run(`drop index concurrently if exists ${name}`);
      await run(text);
    }
  } finally {
    await client.end();
  }
}
