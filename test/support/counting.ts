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
  const notingAll = (sql: Transaction): Transaction => ({
    ...noting(sql),
    together: (queries) => {
      note(queries.map(({ text }) => text));
      return sql.together(queries);
    },
    commitWith: (queries) => {
      note(queries.map(({ text }) => text));
      return sql.commitWith(queries);
    },
  });
  return {
    statements,
    roundTrips,
    database: {
      ...real,
      ...noting(real),
      begin: (work) => real.begin((sql) => work(notingAll(sql))),
      beginUnflushed: (work) => real.beginUnflushed((sql) => work(notingAll(sql))),
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
