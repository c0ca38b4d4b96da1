import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Sql } from '../../src/db/sql.ts';

interface Transaction {
  readonly of: Database;
  open: boolean;
}

const transactions = new AsyncLocalStorage<readonly Transaction[]>();

export interface Guarded {
  database: Database;
  /** Statements that asked this database for a second connection inside a transaction, also if the error was caught. */
  nested: string[];
}

/**
 * The same database, which fails if code that holds one of its connections in a transaction asks for another one. Enough of
 * such code at once would deadlock on the pool.
 */
export function refuseNesting(real: Database): Guarded {
  const nested: string[] = [];
  const refuse = (what: string): void => {
    if (!transactions.getStore()?.some(({ of, open }) => of === real && open)) return;
    nested.push(what);
    throw new Error(`a second connection was asked for within a transaction: ${what}`);
  };
  const rows: Sql['rows'] = async (text, values, planning) => {
    refuse(text);
    return real.rows(text, values, planning);
  };
  const row: Sql['row'] = async (text, values, planning) => {
    refuse(text);
    return real.row(text, values, planning);
  };
  const shortRow: Sql['shortRow'] = async (text, values) => {
    refuse(text);
    return real.shortRow(text, values);
  };
  const guarded =
    (begin: Database['begin']): Database['begin'] =>
    async (work) => {
      refuse('begin');
      return begin(async (sql) => {
        const own: Transaction = { of: real, open: true };
        try {
          return await transactions.run([...(transactions.getStore() ?? []), own], () => work(sql));
        } finally {
          own.open = false;
        }
      });
    };
  const snapshot: Database['snapshot'] = async (work) => {
    refuse('begin');
    return real.snapshot(async (sql) => {
      const own: Transaction = { of: real, open: true };
      try {
        return await transactions.run([...(transactions.getStore() ?? []), own], () => work(sql));
      } finally {
        own.open = false;
      }
    });
  };
  const [begin, beginUnflushed] = [guarded(real.begin), guarded(real.beginUnflushed)];
  return { nested, database: { ...real, rows, row, shortRow, begin, beginUnflushed, snapshot } };
}
