import { codeOf } from '../error-code.ts';
import { DatabaseUnavailable, endsConnection, NodeUnavailable, Outdated, SettingsChanged, sqlState } from './sql.ts';

/** True where the connection itself may be gone or out of step, rather than the statement refused. */
export const isBroken = (error: unknown): boolean =>
  sqlState(error) === undefined ? error instanceof Error && isDriverError(error) : endsConnection(error);

/** The transaction lost against another one: it may be run again. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Outdated || ['40001', '40P01'].includes(sqlState(error) ?? '');

const DRIVER_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EACCES)$/;

function isDriverError(error: Error): boolean {
  if (DRIVER_CODES.test(codeOf(error) ?? '')) return true;
  return /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client (has|was) |Cannot use a pool|The server does not support|Client network socket)/.test(
    error.message,
  );
}

/**
 * Server errors that say "not now": no connections left, starting up, shutting down, not let in, time or lock limit, or a
 * statement that an earlier one failed to prepare.
 */
const UNAVAILABLE_STATES = /^(08...|26000|28...|3D000|53...|57014|57P0.|55P03|25P03|40001|40P01|58...|25006)$/;
/** Raised by a function of the schema. */
const SETTINGS_CHANGED = 'LL002';
/** How Citus says, without a code of its own, that a node is away. */
const NODE_AWAY = /failure on connection marked as essential/;

/** Of a distributed database, the node that the statement went to is away; others may answer. */
export function isNodeAway(error: unknown): boolean {
  if (error instanceof NodeUnavailable) return true;
  if (!(error instanceof DatabaseUnavailable) || !(error.cause instanceof Error)) return false;
  const { cause } = error;
  return NODE_AWAY.test(cause.message) || (/^08/.test(sqlState(cause) ?? '') && !endsConnection(cause));
}

/** The statement may have waited for a node that does not answer: it ran into its time limit, or its connection was given up. */
export function isSuspicious(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable) || error.cause instanceof Outdated) return false;
  const state = sqlState(error.cause);
  return isNodeAway(error) || state === '57014' || (state === undefined && error.cause instanceof Error);
}

/** What is not the statement's fault becomes `DatabaseUnavailable`; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error;
  if (error instanceof Outdated) return new DatabaseUnavailable(error.message, { cause: error });
  const state = sqlState(error);
  if (state === SETTINGS_CHANGED) return new SettingsChanged(error.message, { cause: error });
  const away =
    state === undefined ? isDriverError(error) : UNAVAILABLE_STATES.test(state) || NODE_AWAY.test(error.message);
  return away ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}
