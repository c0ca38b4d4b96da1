import { realpath } from 'node:fs/promises';
import { connectOnce, type Target } from '../connect.ts';
import { codeOf, EmbeddedError, hasCode, reasonOf } from './error.ts';
import { passwordFileOf, ROLE } from './password.ts';
import type { Place } from './place.ts';
import { PORT } from './socket.ts';

export const DATABASE = 'leadline';

/** moving: it says itself that it starts, recovers or stops. stuck: somebody is there, but no good answer comes. */
export type Answer = 'ready' | 'moving' | 'stuck' | 'silent';

/** A server answers, but does not let the service in. */
export class RefusedError extends EmbeddedError {}

export const targetIn = (socketDirectory: string, passwordFile: string): Target => {
  return { socketDirectory, port: PORT, user: ROLE, database: DATABASE, passwordFile };
};

/** Asks the server at this socket whether it is ready and really runs on this data. */
export async function probe(socketDirectory: string, { cluster, base }: Place): Promise<Answer> {
  try {
    const client = await connectOnce(targetIn(socketDirectory, passwordFileOf({ base })));
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
  throw new RefusedError(`The server at the socket in ${socketDirectory} refuses Leadline: ${reasonOf(error)}.`, {
    cause: error,
  });
}
