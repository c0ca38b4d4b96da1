import type { Database } from '../../src/db/sql.ts';

/** Runs a statement in a transaction that stays open until it is released; returns when the statement has run. */
export async function hold(
  database: Database,
  statement: string,
  parameters?: readonly unknown[],
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    holding = database.begin(async (sql) => {
      await sql.rows(statement, parameters);
      resolve();
      await released;
    });
    holding.catch(reject);
  });
  return async () => {
    release();
    await holding;
  };
}
