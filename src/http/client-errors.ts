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

/** For what the HTTP parser refuses: it never becomes a request, and is answered on the bare connection. */
export function createClientErrorHandler({ log, metrics, urls }: Reporting) {
  const refused = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // An upload may take longer than other requests: whoever reads it watches its pace.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
    // Nobody waits for an answer on a connection that was reset or never sent a byte.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
    if (refused.has(socket)) return; // the parser goes on to complain
    refused.add(socket);
    afterAnswers(socket, (isAnswered) => {
      if (isAnswered || !socket.writable) socket.end(() => socket.destroy());
      else refuse(error, socket);
    });
  };

  function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const cause = error.code ?? '';
    const detail = details[cause];
    const problem = new Problem(codes[cause] ?? 'malformed_request', detail === undefined ? {} : { detail });
    metrics.problems.inc({ code: problem.code });
    const requestId = newPublicId('request');
    const address = readAddress(socket.remoteAddress);
    log.info({ request_id: requestId, status: problem.status, address, cause: error.code }, 'refused by the parser');
    const body = JSON.stringify(problemDocument(problem, urls.docsUrl, requestId));
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.code}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      `x-request-id: ${requestId}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }
}
