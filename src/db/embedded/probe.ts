import { realpath } from 'node:fs/promises';
import { connectOnce, type Target } from '../connect.ts';
import { SUPERUSER } from './cluster.ts';
import { codeOf, EmbeddedError, hasCode, reasonOf } from './error.ts';
import { PORT } from './socket.ts';

export const DATABASE = 'leadline';

/** moving: it says itself that it starts, recovers or stops. stuck: somebody is there, but no good answer comes. */
export type Answer = 'ready' | 'moving' | 'stuck' | 'silent';

export const targetIn = (socketDirectory: string, database = DATABASE): Target => {
  return { socketDirectory, port: PORT, user: SUPERUSER, database };
};

/** Asks the server at this socket whether it is ready and really runs on this data. */
export async function probe(socketDirectory: string, cluster: string): Promise<Answer> {
  try {
    const client = await connectOnce(targetIn(socketDirectory, 'postgres'));
    try {
      const { rows } = await client.query<{ directory: string }>(
        "select current_setting('data_directory') as directory",
      );
      const directory = rows[0]?.directory ?? '';
      if (directory === cluster || (await realpath(directory).catch(() => '')) === cluster) return 'ready';
      throw new EmbeddedError(`The server at the socket in ${socketDirectory} runs on other data, in ${directory}.`);
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    return answerIn(error, socketDirectory);
  }
}

function answerIn(error: unknown, socketDirectory: string): Answer {
  if (error instanceof EmbeddedError) throw error;
  if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) return 'silent';
  const code = codeOf(error);
  if (code?.startsWith('57P')) return 'moving';
  // 53: no room; without a code: the driver's own words for a connection that broke or timed out.
  if (code === undefined || /^(53|08|ECONN|EPIPE|EAGAIN|ETIMEDOUT)/.test(code)) return 'stuck';
  throw new EmbeddedError(`The server at the socket in ${socketDirectory} refuses Leadline: ${reasonOf(error)}.`, {
    cause: error,
  });
}

export async function ensureDatabase(socketDirectory: string): Promise<void> {
  const client = await connectOnce(targetIn(socketDirectory, 'postgres'));
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rows.length > 0) return;
    await client.query(`create database ${DATABASE} template template0`);
  } catch (error) {
    if (!hasCode(error, '42P04', '23505')) throw error; // else another process made it at the same moment
  } finally {
    await client.end().catch(() => {});
  }
}
