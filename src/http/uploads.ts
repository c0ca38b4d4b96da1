import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';

const uploading = new WeakSet<Socket>();

/** Whether a body is being read as a stream: then the time limit of requests does not hold. */
export const isUploading = (socket: Socket): boolean => uploading.has(socket);

/** Before the body is read. */
export function requireUploadSize(most: number, { headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most);
}

export const tooLarge = (most: number) =>
  new Problem('payload_too_large', { detail: `The body may have ${most.toLocaleString('en')} bytes at most.` });

/** How long the rest of a refused body is read and dropped, so that the caller can read the answer. */
const REST_MS = 5_000;

/** Runs a handler that reads the body. What it has not read when it ends is dropped, and the connection is closed. */
export async function withUpload<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<T>,
): Promise<T> {
  const { raw, socket } = request;
  uploading.add(socket);
  try {
    return await handle();
  } finally {
    uploading.delete(socket);
    if (!raw.complete) {
      reply.header('connection', 'close');
      raw.resume();
      setTimeout(() => raw.destroy(), REST_MS).unref();
    }
  }
}
