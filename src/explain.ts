import { BackupError } from './backup/error.ts';
import { ConfigError } from './config.ts';
import { EmbeddedError } from './db/embedded/index.ts';
import { MigrationError } from './db/migrate.ts';
import { UnreachableError } from './db/open.ts';
import { DatabaseUnavailable, sqlState } from './db/sql.ts';
import { Problem } from './problems.ts';
import { StartError } from './start-error.ts';

const KNOWN = [
  BackupError,
  ConfigError,
  EmbeddedError,
  MigrationError,
  UnreachableError,
  DatabaseUnavailable,
  Problem,
  StartError,
];

/** With its full stop, unless it ends with a question already: "…; did you mean open?" */
export const asSentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

/** One sentence for what an operator can fix; a stack only for our own errors. */
export function explain(error: unknown): string {
  if (error instanceof Problem && error.errors !== undefined) {
    return Object.entries(error.errors)
      .map(([field, messages]) => asSentence(`${field} ${messages.join(', ')}`))
      .join('\n');
  }
  if (error instanceof Error && KNOWN.some((kind) => error instanceof kind)) {
    return error instanceof DatabaseUnavailable ? `The database cannot answer: ${error.message}.` : error.message;
  }
  if (error instanceof Error && sqlState(error) !== undefined) {
    const advice = sqlState(error) === '42501' ? ' The user in DATABASE_URL must own the database.' : '';
    return `The database refused: ${error.message}.${advice}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
