import type { Client } from './wire/client.ts';

/** Limits on the server's side, in milliseconds. */
export interface SessionLimits {
  statementMs: number;
  lockMs: number;
}

/**
 * Whether a pooler stands between: it makes up its own process ids. Between two transactions it may pass a connection to another
 * session of the server, so nothing may be left in one: no settings, no prepared statements, no LISTEN.
 */
export async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID;
}

/** Whether the server is the coordinator of a Citus cluster. */
export async function isDistributed(client: Client): Promise<boolean> {
  const installed = await client.query("select from pg_extension where extname = 'citus'");
  if (installed.rowCount === 0) return false;
  return (await client.query('select from pg_dist_node where groupid > 0')).rowCount !== 0;
}

/** For the connection as long as it lasts: as part of its start, so that it costs no round trip. */
export const startupLimits = ({ statementMs, lockMs }: SessionLimits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: 2 * statementMs,
});

/** The same as a statement, for the transaction that it is part of. */
export const transactionLimits = ({ statementMs, lockMs }: SessionLimits): string =>
  `select set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true),
          set_config('idle_in_transaction_session_timeout', '${2 * statementMs}', true)`;

/**
 * Citus finds the node of a statement by its values, which a generic plan does not know: it is refused, or sent to all nodes.
 * `SET LOCAL` reaches the nodes only on request. A node that does not answer is given up soon. Changes nothing where the extension is not installed.
 */
export const CITUS_SETTINGS = `
  select set_config('plan_cache_mode', 'force_custom_plan', false),
         set_config('citus.propagate_set_commands', 'local', false),
         set_config('citus.node_connection_timeout', '2000', false)
    from pg_extension where extname = 'citus'`;
