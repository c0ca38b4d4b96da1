import type { Database, Query, Sql, Transaction } from '../../src/db/sql.ts';

export interface Counting {
  database: Database;
  /** Every statement run so far, including those inside transactions. */
  statements: string[];
  /** The round trips: one statement, or several together. */
  roundTrips: string[][];
}

/** The same database, which records each statement. */
export function countStatements(real: Database): Counting {
  const statements: string[] = [];
  const roundTrips: string[][] = [];
  const database = observeStatements(real, (queries) => {
    const texts = queries.map(({ text }) => text);
    statements.push(...texts);
    roundTrips.push(texts);
  });
  return { database, statements, roundTrips };
}

/** The same database, which tells of each round trip. */
export function observeStatements(real: Database, note: (queries: readonly Query[]) => void): Database {
  const noting = (sql: Sql): Sql => ({
    rows: (text, values = [], planning) => {
      note([{ text, values }]);
      return sql.rows(text, values, planning);
    },
    row: (text, values = [], planning) => {
      note([{ text, values }]);
      return sql.row(text, values, planning);
    },
    shortRow: (text, values = []) => {
      note([{ text, values }]);
      return sql.shortRow(text, values);
    },
  });
  /** What is kept for the commit goes with its round trip. */
  const notingAll =
    <T>(work: (sql: Transaction) => Promise<T>) =>
    async (sql: Transaction): Promise<T> => {
      const kept: Query[] = [];
      const result = await work({
        ...noting(sql),
        together: (queries) => {
          note(queries);
          return sql.together(queries);
        },
        commitWith: (queries) => {
          note([...queries, ...kept.splice(0)]);
          return sql.commitWith(queries);
        },
        atCommit: (queries) => {
          kept.push(...queries);
          sql.atCommit(queries);
        },
      });
      if (kept.length > 0) note(kept);
      return result;
    };
  return {
    ...real,
    ...noting(real),
    begin: (work) => real.begin(notingAll(work)),
    beginUnflushed: (work) => real.beginUnflushed(notingAll(work)),
    snapshot: (work) => real.snapshot((sql) => work(noting(sql))),
  };
}

/** A gate that stays shut until it is opened. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
