import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, Problem, type ProblemCode, problemCodes, problemDocument, unknownAddress } from '../problems.ts';
import { accepts } from './accept.ts';
import { acceptsGzip, compressText } from './compressed.ts';
import { contentSecurityPolicy } from './pages/layout.ts';
import { renderProblemIndex, renderProblemPage } from './pages/problem.ts';
import { addReference } from './reference/reference.ts';

const EXAMPLE_REQUEST = 'req_01k5p3c6m8q2r4s6t8v0w2x4z6';

/** The API's own description: for programs, for readers, and a page for each problem. None of it needs a token. */
export function addDocumentation(app: FastifyInstance, urls: { docsUrl: string }, describe: () => object): void {
  // Made at the first call: the public address is known only once the service listens.
  const description = once(() => compressText('application/json; charset=utf-8', JSON.stringify(describe())));

  app.get('/api/v1/openapi.json', async (request, reply) => {
    const { type, plain, gzip } = description();
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' }).type(type);
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(gzip);
  });
  addReference(app, sendPage);
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

function sendPage(request: FastifyRequest, reply: FastifyReply, policy: string, markup: string): FastifyReply {
  if (!accepts(request.headers.accept, 'text/html')) {
    throw new Problem('not_acceptable', { detail: 'This address answers with text/html.' });
  }
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
  return reply.type('text/html; charset=utf-8').send(markup);
}

const entryOf = (code: ProblemCode) => ({ code, ...catalogue[code] });

const exampleOf = (code: ProblemCode) =>
  new Problem(code, code === 'validation_failed' ? { errors: { name: ['is required'] } } : {});

const isProblemCode = (code: string): code is ProblemCode => problemCodes.includes(code as ProblemCode);

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
