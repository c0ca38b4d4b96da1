import type { Bulk } from '../../src/db/bulk.ts';
import type { Database, Sql } from '../../src/db/sql.ts';

/** A statement for many rows as it is sent for one. */
export const textOf = (text: string | Bulk): string => (typeof text === 'string' ? text : text.text(1));

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
      statements.push(textOf(text));
      return sql.rows(text, values, planning);
    },
    row: (text, values, planning) => {
      statements.push(textOf(text));
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
