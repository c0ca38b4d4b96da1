import { connectOnce, type Target } from './connect.ts';
import { asUnavailable } from './errors.ts';
import type { Client } from './wire/client.ts';

/** Closing the connection rolls back whatever was not committed. A server that ends meanwhile is said to be unavailable. */
export async function withConnection<T>(
  target: Target,
  work: (client: Client) => Promise<T>,
  answerMs?: number,
): Promise<T> {
  let client: Client | undefined;
  try {
    client = await connectOnce(target, answerMs);
    return await work(client);
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    await client?.end();
  }
}
