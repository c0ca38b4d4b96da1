import type { Database, Sql } from '../../src/db/sql.ts';
import { textForOne } from '../../src/db/text.ts';

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
      statements.push(textForOne(text));
      return sql.rows(text, values, planning);
    },
    row: (text, values, planning) => {
      statements.push(textForOne(text));
      return sql.row(text, values, planning);
    },
  });
  return {
    statements,
    database: { ...real, ...noting(real), begin: (work) => real.begin((sql) => work(noting(sql))) },
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
