import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeLeadline } from '../../src/description.ts';
import type { Answer } from './harness.ts';
import { lookUp, type Schema } from './schema-example.ts';

/** The API description as the tests read it. */
export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  'x-ability': string | null;
  /** The only role that may call it. */
  'x-role'?: string;
  /** Empty if no token is needed. */
  security?: object[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { 'x-codes'?: string[]; content?: Record<string, { schema: object }> }>;
}

/** As it is served: parameters and problems are references to what operations share. */
export const described = describeLeadline('http://127.0.0.1:8080') as unknown as ApiDocument;

export const document: ApiDocument = structuredClone(described);
for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
  const { responses } = operation;
  operation.parameters = operation.parameters.map((one) =>
    '$ref' in one ? lookUp(document, String(one.$ref)) : one,
  ) as DocumentedOperation['parameters'];
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) responses[status] = lookUp(document, String(response.$ref));
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document, 'api');

const patterns = Object.entries(document.paths).map(([path, methods]) => ({
  path,
  methods,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`),
}));

/** Every response in a test must be declared in the API description, without additional properties. */
export function expectDocumented(method: string, url: string, { status, headers, body }: Answer): void {
  if (headers['x-request-id'] === undefined) throw new Error(`${method} ${url} answered without X-Request-Id`);
  const path = url.split('?', 1)[0] ?? '';
  const found = patterns.find((one) => one.path === path) ?? patterns.find(({ pattern }) => pattern.test(path));
  const operation = found?.methods[method.toLowerCase()];
  if (found === undefined || operation === undefined) return; // 404 or 405: no operation, nothing is described
  const response = operation.responses[String(status)];
  if (response === undefined) {
    throw new Error(`${operation.operationId} answered ${status}, which is not documented: ${JSON.stringify(body)}`);
  }
  if (response['x-codes'] !== undefined && !response['x-codes'].includes(body?.code)) {
    throw new Error(`${operation.operationId} answered ${status} with the undocumented code ${body?.code}`);
  }
  const [media] = Object.keys(response.content ?? {});
  if (media === undefined) {
    if (body !== null)
      throw new Error(`${operation.operationId} answered ${status} with a body that is not documented`);
    return;
  }
  if (!headers['content-type']?.startsWith(media)) {
    throw new Error(`${operation.operationId} answered ${headers['content-type']} instead of ${media}`);
  }
  const pointer = ['paths', found.path, method.toLowerCase(), 'responses', String(status), 'content', media, 'schema'];
  const validate = ajv.getSchema(
    `api#/${pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  );
  if (validate === undefined) throw new Error(`no schema for ${pointer.join(' ')}`);
  if (!validate(body)) {
    throw new Error(
      `${operation.operationId} ${status} does not fit its description: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    );
  }
}
