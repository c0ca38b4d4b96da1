import { once } from 'node:events';
import { ApiError, readStream } from './api-client.ts';
import { isOutputBroken } from './standard-output.ts';

const ANSWER_MS = 60_000;

/**
 * Writes an answer of the API to standard output as it comes, however large it is. `seen` is called with each part. An answer
 * that breaks off before its end fails.
 */
export async function download(path: string, accept: string, seen: (part: Buffer) => void): Promise<void> {
  const body = await readStream(path, accept, ANSWER_MS);
  try {
    for await (const part of body) {
      if (isOutputBroken()) break;
      const bytes = Buffer.from(part);
      seen(bytes);
      if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
    }
  } catch {
    if (!isOutputBroken()) throw new ApiError('The answer broke off before its end: what was written is not whole.');
  }
}
