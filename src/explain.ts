import { DatabaseUnavailable, sqlState } from './db/sql.ts';
import { OperatorError } from './operator-error.ts';
import { Problem } from './problems.ts';

/** With its full stop, unless it ends with a question already: "…; did you mean open?" */
export const asSentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

/** One sentence for what an operator can fix; a stack only for our own errors. */
export function explain(error: unknown): string {
  if (error instanceof Problem && error.errors !== undefined) {
    return Object.entries(error.errors)
      .map(([field, messages]) => asSentence(`${field} ${messages.join(', ')}`))
      .join('\n');
  }
  if (error instanceof OperatorError || error instanceof Problem) return error.message;
  if (error instanceof DatabaseUnavailable) return `The database cannot answer: ${error.message}.`;
  if (error instanceof Error && sqlState(error) !== undefined) {
    const advice = sqlState(error) === '42501' ? ' The user in DATABASE_URL must own the database.' : '';
    return `The database refused: ${error.message}.${advice}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
