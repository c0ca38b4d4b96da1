import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../problems.ts';
import { acceptsGzip } from '../compressed.ts';
import { referencePage, referencePolicy, SCRIPT_PATH, START_PATH, startScript } from './page.ts';

/** Put there by the build, beside its compressed form. The same address from src/ and from dist/. */
const scriptFile = fileURLToPath(new URL('../../../dist/assets/scalar.js', import.meta.url));
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The API reference for readers: a page of ours that starts Scalar on the API description. */
export function addReference(
  app: FastifyInstance,
  sendPage: (request: FastifyRequest, reply: FastifyReply, policy: string, markup: string) => FastifyReply,
): void {
  app.get('/docs', (request, reply) => sendPage(request, reply, referencePolicy, referencePage));
  app.get(START_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(SCRIPT_TYPE).send(startScript),
  );
  app.get(SCRIPT_PATH, sendScript);
}

async function sendScript(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isGzip = acceptsGzip(request.headers['accept-encoding']);
  const file = isGzip ? `${scriptFile}.gz` : scriptFile;
  const found = await stat(file).catch(() => null);
  if (found === null) throw notFound();
  const etag = `"${found.mtimeMs.toString(36)}-${found.size.toString(36)}"`;
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=3600' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.header('content-length', found.size);
  if (isGzip) reply.header('content-encoding', 'gzip');
  return reply.type(SCRIPT_TYPE).send(createReadStream(file));
}
