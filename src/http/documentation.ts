import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  catalogue,
  notFound,
  Problem,
  type ProblemCode,
  problemCodes,
  problemDocument,
  unknownAddress,
} from '../problems.ts';
import { acceptsGzip, requireAcceptable } from './accept.ts';
import { contentSecurityPolicy, renderProblemIndex, renderProblemPage } from './pages/problem.ts';
import { referencePage, referencePolicy, SCRIPT_PATH, START_PATH, startScript } from './reference.ts';

/** Made by the build, with a .gz beside it. The same path from src/ and from dist/. */
const scriptFile = fileURLToPath(new URL('../../dist/assets/scalar.js', import.meta.url));
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const EXAMPLE_REQUEST = 'req_01k5p3c6m8q2r4s6t8v0w2x4z6';

/** The API description, the reference and the problem pages. None of it needs a token. */
export function addDocumentation(app: FastifyInstance, urls: { docsUrl: string }, describe: () => object): void {
  let description: { plain: Buffer; gzip: Buffer } | undefined;
  app.get('/api/v1/openapi.json', async (request, reply) => {
    description ??= compressed(JSON.stringify(describe())); // the public address is known only once the service listens
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' }).type('application/json; charset=utf-8');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(description.plain);
    return reply.header('content-encoding', 'gzip').send(description.gzip);
  });
  app.get('/docs', (request, reply) => sendPage(request, reply, referencePolicy, referencePage));
  app.get(START_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(SCRIPT_TYPE).send(startScript),
  );
  app.get(SCRIPT_PATH, sendScript);
  app.get('/api/problems', (request, reply) =>
    sendPage(request, reply, contentSecurityPolicy, renderProblemIndex(problemCodes.map(entryOf))),
  );
  app.get<{ Params: { code: string } }>('/api/problems/:code', (request, reply) => {
    const { code } = request.params;
    if (!isProblemCode(code)) throw unknownAddress('There is no problem of this name. GET /api/problems lists them.');
    const example = problemDocument(exampleOf(code), urls.docsUrl, EXAMPLE_REQUEST);
    return sendPage(request, reply, contentSecurityPolicy, renderProblemPage(entryOf(code), example));
  });
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

function sendPage(request: FastifyRequest, reply: FastifyReply, policy: string, markup: string): FastifyReply {
  requireAcceptable(request.headers.accept, 'text/html');
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
  return reply.type('text/html; charset=utf-8').send(markup);
}

const entryOf = (code: ProblemCode) => ({ code, ...catalogue[code] });

const exampleOf = (code: ProblemCode) =>
  new Problem(code, code === 'validation_failed' ? { errors: { name: ['is required'] } } : {});

const isProblemCode = (code: string): code is ProblemCode => problemCodes.includes(code as ProblemCode);

function compressed(text: string): { plain: Buffer; gzip: Buffer } {
  const plain = Buffer.from(text);
  return { plain, gzip: gzipSync(plain) };
}
