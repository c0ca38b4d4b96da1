import { isRecord } from '../http/record.ts';

/** Codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;

/** An error answer. The id is that of the request where one can be read, as JSON-RPC asks. */
export const rpcError = (code: number, message: string, body?: unknown) => ({
  jsonrpc: '2.0',
  error: { code, message },
  id: idIn(body),
});

function idIn(body: unknown): string | number | null {
  const id = isRecord(body) && typeof body.method === 'string' ? body.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
