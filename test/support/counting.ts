import type { Database, Sql, Transaction } from '../../src/db/sql.ts';

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
  const note = (texts: string[]) => {
    statements.push(...texts);
    roundTrips.push(texts);
  };
  const noting = (sql: Sql): Sql => ({
    rows: (text, values, planning) => {
      note([text]);
      return sql.rows(text, values, planning);
    },
    row: (text, values, planning) => {
      note([text]);
      return sql.row(text, values, planning);
    },
    shortRow: (text, values) => {
      note([text]);
      return sql.shortRow(text, values);
    },
  });
  /** What is kept for the commit goes with its round trip. */
  const notingAll =
    <T>(work: (sql: Transaction) => Promise<T>) =>
    async (sql: Transaction): Promise<T> => {
      const kept: string[] = [];
      const result = await work({
        ...noting(sql),
        together: (queries) => {
          note(queries.map(({ text }) => text));
          return sql.together(queries);
        },
        commitWith: (queries) => {
          note([...queries.map(({ text }) => text), ...kept.splice(0)]);
          return sql.commitWith(queries);
        },
        atCommit: (queries) => {
          kept.push(...queries.map(({ text }) => text));
          sql.atCommit(queries);
        },
      });
      if (kept.length > 0) note(kept);
      return result;
    };
  return {
    statements,
    roundTrips,
    database: {
      ...real,
      ...noting(real),
      begin: (work) => real.begin(notingAll(work)),
      beginUnflushed: (work) => real.beginUnflushed(notingAll(work)),
      snapshot: (work) => real.snapshot((sql) => work(noting(sql))),
    },
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
