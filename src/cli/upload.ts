import { type FileHandle, open } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ApiError, caller, explain } from './api-client.ts';
import { UsageError } from './command.ts';

/** Sends a file as the body of a POST, piece by piece. `path` is below /api/v1; `onSent` hears how many bytes have gone. */
export async function uploadFile<T>(
  path: string,
  file: string,
  onSent: (sent: number, of: number) => void,
): Promise<T> {
  const { url, token } = caller();
  const { handle, size } = await openToSend(file);
  const address = new URL(`${url}/api/v1${path}`);
  const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'text/csv; charset=utf-8',
      ...(size === null ? {} : { 'content-length': size }),
    },
  });
  let sent = 0;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  const source = handle.createReadStream().on('data', ({ length }) => {
    sent += length;
    if (size !== null) onSent(sent, size);
  });
  // A refusal comes before the whole file has gone: then the answer counts, and not that the rest could not be sent.
  const sending = pipeline(source, request).catch(() => {});
  const response = await answered.catch((error: NodeJS.ErrnoException) => {
    throw new ApiError(`The file could not be sent to ${url} (${error.code ?? error.message}).`);
  });
  const body = readBody(await text(response));
  const { statusCode = 500 } = response;
  if (statusCode >= 300 || body === undefined) {
    source.destroy();
    request.destroy();
    throw new ApiError(explain(statusCode, body ?? {}), body);
  }
  await sending;
  return body as T;
}

/** Nothing where something between here and the service has answered with a page of its own. */
function readBody(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** With its size, which a pipe does not tell: `leadline import <(unzip -p leads.zip)`. */
async function openToSend(file: string): Promise<{ handle: FileHandle; size: number | null }> {
  const handle = await open(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}` : `The file ${file} cannot be read (${code})`);
  });
  const found = await handle.stat();
  if (!found.isDirectory()) return { handle, size: found.isFile() ? found.size : null };
  await handle.close();
  throw new UsageError(`${file} is a directory; name the file`);
}
