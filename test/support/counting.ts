import type { Database, Sql, Transaction } from '../../src/db/sql.ts';

export interface Counting {
  database: Database;
  /** Every statement run so far, those inside transactions included. */
  statements: string[];
}

/** The same database, with a note of each statement that is run on it. */
export function countStatements(real: Database): Counting {
  const statements: string[] = [];
  const noting = (sql: Sql): Sql => ({
    rows: (text, values, planning) => {
      statements.push(text);
      return sql.rows(text, values, planning);
    },
    row: (text, values, planning) => {
      statements.push(text);
      return sql.row(text, values, planning);
    },
    shortRow: (text, values) => {
      statements.push(text);
      return sql.shortRow(text, values);
    },
  });
  const notingAll = (sql: Transaction): Transaction => ({
    ...noting(sql),
    together: (queries) => {
      statements.push(...queries.map(({ text }) => text));
      return sql.together(queries);
    },
    commitWith: (queries) => {
      statements.push(...queries.map(({ text }) => text));
      return sql.commitWith(queries);
    },
  });
  return {
    statements,
    database: { ...real, ...noting(real), begin: (work) => real.begin((sql) => work(notingAll(sql))) },
  };
}

/** A door that stays shut until it is opened. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
