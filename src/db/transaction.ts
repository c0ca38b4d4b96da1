import type { Answers, Query, Transaction } from './sql.ts';
import type { Statement } from './wire/statement.ts';

/**
 * A transaction on one connection. `first` opens it, in the round trip of its first statement; a transaction without statements
 * sends nothing.
 */
export function openTransaction(
  first: readonly Query[],
  statementOf: (query: Query, isKept?: boolean) => Statement,
  exchange: (statements: readonly Statement[]) => Promise<void>,
): { sql: Transaction; end(how: 'commit' | 'rollback'): Promise<void> } {
  let state: 'new' | 'open' | 'over' = 'new';
  const kept: Query[] = [];

  async function send(statements: readonly Statement[]): Promise<void> {
    // The connection may already belong to another transaction.
    if (state === 'over') throw new Error('a statement came after the end of its transaction');
    const begin = state === 'new' ? first.map((query) => statementOf(query)) : [];
    state = 'open';
    await exchange([...begin, ...statements]);
  }

  async function commit(statements: readonly Statement[]): Promise<void> {
    const last = statementOf({ text: 'commit', values: [] });
    await send([...statements, ...kept.map((query) => statementOf(query)), last]);
    if (last.tag !== 'COMMIT') throw new Error('a statement of the transaction failed, and its work went on');
    state = 'over';
  }

  const rows: Transaction['rows'] = async <Row>(text: string, values: readonly unknown[] = [], planning?: string) => {
    const statement = statementOf({ text, values }, planning !== 'replan');
    await send([statement]);
    return statement.rows as Row[];
  };
  const row: Transaction['row'] = async <Row>(...statement: Parameters<Transaction['rows']>) =>
    (await rows<Row>(...statement))[0];

  return {
    sql: {
      rows,
      row,
      shortRow: row,
      async together<const Queries extends readonly Query[]>(queries: Queries) {
        const statements = queries.map((query) => statementOf(query));
        await send(statements);
        return statements.map((statement) => statement.rows) as Answers<Queries>;
      },
      commitWith: (queries) => commit(queries.map((query) => statementOf(query))),
      atCommit: (queries) => void kept.push(...queries),
    },
    async end(how) {
      const was = state;
      if (was === 'over' || (was === 'new' && (how === 'rollback' || kept.length === 0))) state = 'over';
      else if (how === 'commit') await commit([]);
      else {
        const rollback = statementOf({ text: 'rollback', values: [] });
        state = 'over';
        await exchange([rollback]);
      }
    },
  };
}
