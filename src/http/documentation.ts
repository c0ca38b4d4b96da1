import type { FastifyInstance } from 'fastify';
import { catalogue, Problem, type ProblemCode, problemCodes, problemDocument, unknownAddress } from '../problems.ts';
import type { Services } from '../services.ts';
import { version } from '../version.ts';
import { accepts } from './accept.ts';
import { describeApi } from './openapi.ts';
import { contentSecurityPolicy } from './pages/layout.ts';
import { renderProblemIndex, renderProblemPage } from './pages/problem.ts';
import { type OpenApiDocument, renderReference } from './pages/reference.ts';
import type { AnyOperation } from './public-operation.ts';

const EXAMPLE_REQUEST = 'req_01k5p3c6m8q2r4s6t8v0w2x4z6';

/** The API's own description: for programs, for readers, and a page for each problem. None of it needs a token. */
export function addDocumentation(app: FastifyInstance, services: Services, operations: readonly AnyOperation[]): void {
  // Rendered at the first call: the public address is known only once the service listens.
  const document = once(() => describeApi(operations, services.urls.publicUrl, version));
  const description = once(() => JSON.stringify(document()));
  const reference = once(() => renderReference(document() as unknown as OpenApiDocument));

  app.get('/api/v1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(description()),
  );

  const page = (render: (parameters: Record<string, string>) => string) => ({
    handler: async (
      request: { headers: { accept?: string | undefined }; params: unknown },
      reply: { header(name: string, value: string): unknown; type(type: string): { send(body: string): unknown } },
    ) => {
      if (!accepts(request.headers.accept, 'text/html')) {
        throw new Problem('not_acceptable', { detail: 'This address answers with text/html.' });
      }
      reply.header('content-security-policy', contentSecurityPolicy);
      reply.header('cache-control', 'no-cache');
      return reply.type('text/html; charset=utf-8').send(render(request.params as Record<string, string>));
    },
  });

  app.get('/docs', page(reference));
  app.get(
    '/api/problems',
    page(() => renderProblemIndex(problemCodes.map(entryOf))),
  );
  app.get('/api/problems/:code', {
    onRequest: async ({ params }) => {
      const { code } = params as { code: string };
      if (!isProblemCode(code)) throw unknownAddress('There is no problem of this name. GET /api/problems lists them.');
    },
    ...page(({ code }) =>
      renderProblemPage(
        entryOf(code as ProblemCode),
        problemDocument(exampleOf(code as ProblemCode), services.urls.docsUrl, EXAMPLE_REQUEST),
      ),
    ),
  });
}

const entryOf = (code: ProblemCode) => ({ code, ...catalogue[code] });

const exampleOf = (code: ProblemCode) =>
  new Problem(code, code === 'validation_failed' ? { errors: { name: ['is required'] } } : {});

const isProblemCode = (code: string | undefined): code is ProblemCode =>
  code !== undefined && problemCodes.includes(code as ProblemCode);

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
