import type { Socket } from 'node:net';
import { Problem, type ProblemCode, problemDocument } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import { afterAnswers } from './answers-in-order.ts';
import { readAddress } from './caller-address.ts';
import type { Reporting } from './problem-handler.ts';
import { isUploading } from './uploads.ts';

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** What callers can cause without knowing: curl sends a search for आशा as it was typed. */
const details: Readonly<Record<string, string>> = {
  HPE_INVALID_URL: 'The address holds characters that must be percent-encoded, such as letters beyond ASCII.',
};

const NO_PROXY = 'This service is no proxy.';
const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT';

/** What is refused before it becomes a request is answered on the bare connection, which is closed. */
export function createBareRefusals({ log, metrics, urls }: Reporting) {
  const refused = new WeakSet<Socket>();
  return { refuseUnparsed, refuseTunnel };

  /** For what the HTTP parser refuses. */
  function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
    // An upload may take longer than other requests: whoever reads it watches its pace.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
    // Nobody waits for an answer on a connection that was reset or never sent a byte.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
    if (refused.has(socket)) return; // the parser goes on to complain
    refused.add(socket);
    const cause = error.code ?? '';
    const detail = details[cause];
    const problem = new Problem(codes[cause] ?? 'malformed_request', detail === undefined ? {} : { detail });
    afterAnswers(socket, (isAnswered) => {
      if (isAnswered || !socket.writable) socket.end(() => socket.destroy());
      else refuse(problem, socket, cause, newPublicId('request'));
    });
  }

  /** CONNECT, which Node hands over as a connection. */
  function refuseTunnel(requestId: string, socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const problem = new Problem('method_not_allowed', { detail: NO_PROXY, headers: { allow: METHODS } });
    afterAnswers(socket, () => refuse(problem, socket, 'CONNECT', requestId));
  }

  function refuse(problem: Problem, socket: Socket, cause: string, requestId: string): void {
    metrics.problems.inc({ code: problem.code });
    const address = readAddress(socket.remoteAddress);
    log.info({ request_id: requestId, status: problem.status, address, cause }, 'refused by the parser');
    const body = JSON.stringify(problemDocument(problem, urls.docsUrl, requestId));
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.code}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `x-request-id: ${requestId}`,
      ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }
}
