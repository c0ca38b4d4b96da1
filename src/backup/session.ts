import type { Target } from '../db/connect.ts';
import type { Client } from '../db/wire/client.ts';
import { withConnection as connected } from '../db/with-connection.ts';

const NO_LIMIT = 0;
const LOCK_MS = 60_000;

/** Settings of the transaction, so that they also hold behind a pooler; texts are then the same on every server. */
const SETTINGS = [
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  `set local lock_timeout = ${LOCK_MS}`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  'set local extra_float_digits = 3',
  `set local citus.multi_shard_modify_mode = 'sequential'`,
];

/** Runs `work` in one transaction on a connection of its own, without limits on time. */
export async function inTransaction<T>(
  target: Target,
  begin: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withConnection(target, async (client) => {
    await client.query(begin);
    for (const setting of SETTINGS) await client.query(setting);
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Without a limit on how long a statement takes. */
export const withConnection = <T>(target: Target, work: (client: Client) => Promise<T>): Promise<T> =>
  connected(target, work, NO_LIMIT);
