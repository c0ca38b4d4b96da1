import { catalogue, type ProblemCode, problemCodes } from '../problems.ts';
import { prefixes } from '../public-id.ts';
import { CSV_TYPE } from './accept.ts';
import { bodyTypes } from './body-parser.ts';
import { SESSION_COOKIE } from './credentials.ts';
import { BASE_PATH } from './operation.ts';
import { withoutInternals } from './plain-schema.ts';
import { type AnyOperation, isPublic } from './public-operation.ts';
import { ProblemDocument } from './schema.ts';
import { pascalCase, shareParameters } from './shared-parameters.ts';

type Json = Record<string, unknown>;

const SESSION =
  'The session of a browser that has signed in. For methods other than GET and HEAD it counts only with an `Origin` of the service itself or `Sec-Fetch-Site: same-origin`.';

/** Problems that only some calls can meet. */
const particular: readonly ProblemCode[] = [
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'precondition_failed',
];

interface About {
  introduction: string;
  publicUrl: string;
  version: string;
  /** What each scope means. */
  scopes: Readonly<Record<string, string>>;
}

/** The OpenAPI 3.1 document of these operations. */
export function describeApi(operations: readonly AnyOperation[], about: About): Json {
  const { introduction, publicUrl, version, scopes } = about;
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = BASE_PATH + operation.path;
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describeOperation(operation, scopes[operation.scope] ?? '', components),
    };
  }
  components.use(ProblemDocument as unknown as Json);
  const described = Object.values(paths).flatMap((methods) => Object.values(methods) as { parameters: Json[] }[]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leadline',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token: `ldl_…`' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: SESSION },
      },
      headers: responseHeaders,
      parameters: shareParameters(described),
      responses: components.responses,
      schemas: components.schemas,
    },
    'x-problems': problemCodes.map((code) => ({ code, status: catalogue[code].status, title: catalogue[code].title })),
  };
}

function describeOperation(operation: AnyOperation, scope: string, components: Components): Json {
  const { id, tag, summary, description, ability, answers } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, needsOf(operation, scope)].filter((part) => part !== undefined).join('\n\n'),
    ...(isPublic(operation) && { security: [] }),
    'x-ability': ability,
    ...(!isPublic(operation) && operation.otherForm && { 'x-export-ability': operation.otherForm.ability }),
    ...(!isPublic(operation) && operation.role && { 'x-role': operation.role }),
    'x-scope': scope,
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...((operation.body || uploadOf(operation)) && { requestBody: describeBody(operation, components) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, headers = {}, schema, media = 'application/json' }]) => {
          const json = schema && { schema: components.use(schema as unknown as Json) };
          const content = json && { content: { [media]: json, ...(status === '200' && otherForms(operation)) } };
          return [status, { description, headers: { ...headersOf(operation), ...withText(headers) }, ...content }];
        }),
      ),
      ...Object.fromEntries(
        problemsOf(operation).map((code) => [catalogue[code].status, components.problem(operation, code)]),
      ),
    },
  };
}

/** Media types besides JSON. */
function otherForms(operation: AnyOperation): Json {
  if (isPublic(operation)) return {};
  const types = Object.entries(operation.otherForm?.types ?? {});
  return {
    ...(operation.csv && { [CSV_TYPE]: { schema: text } }),
    ...Object.fromEntries(types.map(([type, description]) => [type, { schema: { ...text, description } }])),
  };
}

/** In words as well: few tools show the extensions of a description. */
function needsOf(operation: AnyOperation, scope: string): string {
  if (isPublic(operation)) return 'Needs no token.';
  const needed = operation.ability === null ? 'Takes any token.' : `Needs \`${operation.ability}\`.`;
  const { otherForm } = operation;
  const other = otherForm && ` As ${Object.keys(otherForm.types).join(' or ')}: \`${otherForm.ability}\` instead.`;
  const role = operation.role && ` Only for the role \`${operation.role}\`.`;
  return `${needed}${role ?? ''}${other ?? ''} Scope: ${scope}.`;
}

function problemsOf(operation: AnyOperation): ProblemCode[] {
  const own = new Set(operation.errors);
  if (operation.ability !== null) own.add('forbidden');
  if (operation.ids !== undefined) own.add('not_found');
  if (isKeyed(operation)) own.add('conflict'); // an Idempotency-Key whose first request still runs
  const isPossible = (code: ProblemCode) => own.has(code) || !particular.includes(code);
  return problemCodes.filter(
    (code) => isPossible(code) && (code !== 'unauthenticated' || !isPublic(operation) || own.has(code)),
  );
}

const headerRef = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const commonHeaders = { ...headerRef('X-Request-Id'), ...headerRef('RateLimit-Policy'), ...headerRef('RateLimit') };
const publicHeaders = headerRef('X-Request-Id');
const headersOf = (operation: AnyOperation) => (isPublic(operation) ? publicHeaders : commonHeaders);
/** An Idempotency-Key is bound to the caller's token. */
const isKeyed = (operation: AnyOperation) =>
  operation.method === 'POST' && !isPublic(operation) && operation.upload === undefined;
const problemHeaders: Partial<Record<ProblemCode, Json>> = {
  unauthenticated: headerRef('WWW-Authenticate'),
  rate_limited: headerRef('Retry-After'),
  service_unavailable: headerRef('Retry-After'),
};
const text = { type: 'string' };
const responseHeaders = {
  'X-Request-Id': { description: 'Identifies the call; a well-formed one that the caller sent is kept', schema: text },
  'RateLimit-Policy': { description: 'Quota and window in seconds', schema: text },
  RateLimit: { description: 'Calls left, and seconds until the quota is whole again', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to authenticate', schema: text },
};

const withText = (headers: Readonly<Record<string, { description: string }>>): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, { description }]) => [name, { description, schema: text }]));

function pathParameters(operation: AnyOperation): Json[] {
  const { ids = {} } = operation;
  const examples = {
    ...Object.fromEntries(
      Object.entries(ids).map(([name, kind]) => [name, `${prefixes[kind]}_01k5p3c6m8q2r4s6t8v0w2x4z6`]),
    ),
    ...(isPublic(operation) && operation.secrets),
  };
  // No pattern: what does not look like an id is simply not found.
  const schema = (example: string) => ({ type: 'string', examples: [example] });
  return Object.entries(examples).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    schema: schema(example),
  }));
}

function queryParameters({ query }: AnyOperation): Json[] {
  const { properties = {}, required = [], patternProperties = {} } = query as QuerySchema;
  const plain = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: withoutInternals(schema),
  }));
  const titled = Object.values(patternProperties).filter(({ title }) => title !== undefined);
  const open = titled.map(({ title, description, ...schema }) => ({
    name: title,
    in: 'query',
    required: false,
    style: 'deepObject',
    explode: true,
    description,
    schema: { type: 'object', additionalProperties: withoutInternals(schema) },
  }));
  return [...plain, ...open];
}

/** Parameters that callers name themselves are pattern properties; one with a title, `title[<name>]`, is described here. */
interface QuerySchema {
  properties?: Record<string, Json>;
  required?: string[];
  patternProperties?: Record<string, Json>;
}

function headerParameters(operation: AnyOperation): Json[] {
  const { headers = {} } = operation;
  const all = isKeyed(operation) ? { 'Idempotency-Key': idempotencyNote, ...headers } : headers;
  const describe = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: text,
  });
  return Object.entries(all).map(([name, description]) => describe(name, description));
}

const idempotencyNote =
  'Any text of up to 255 visible characters, new for each new request. Sent again with the same payload within 24 hours, the first answer is given again, with `Idempotent-Replayed: true`; 409 where a lead that it shows was erased since.';

const uploadOf = (operation: AnyOperation) => (isPublic(operation) ? undefined : operation.upload);

function describeBody(operation: AnyOperation, components: Components): Json {
  const upload = uploadOf(operation);
  if (upload !== undefined) {
    return { required: true, description: upload.description, content: { [upload.media]: { schema: text } } };
  }
  const media = { schema: components.use(operation.body as unknown as Json) };
  const types = isPublic(operation) ? operation.media : bodyTypes(operation);
  return { required: true, content: Object.fromEntries(types.map((type) => [type, media])) };
}

/** Schemas with a title are described once and referred to. */
class Components {
  readonly schemas: Record<string, unknown> = {};
  readonly responses: Json = {};

  /** Each problem has one response, and another without the headers that only callers with a token get. */
  problem(operation: AnyOperation, code: ProblemCode): Json {
    const name = pascalCase(`${isPublic(operation) ? 'public_' : ''}${code}`);
    const { title, meaning } = catalogue[code];
    this.responses[name] ??= {
      description: `${title}. ${meaning}`,
      'x-codes': [code],
      headers: { ...(code === 'unauthenticated' ? publicHeaders : headersOf(operation)), ...problemHeaders[code] },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  use(schema: Json): Json {
    const { title } = schema;
    const types = [schema.type].flat();
    if (typeof title !== 'string') return this.#expand(schema) as Json;
    if (!(title in this.schemas)) {
      this.schemas[title] = null; // takes the place, so that the order is that of first use
      this.schemas[title] = this.#expand({ ...schema, type: types.length > 1 ? types[0] : schema.type });
    }
    const reference = { $ref: `#/components/schemas/${title}` };
    return types.includes('null') ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  #expand(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#inner(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(withoutInternals(value as Json)).map(([keyword, inner]) => [
        keyword,
        keyword === 'examples' || keyword === 'default' || keyword === 'enum' ? inner : this.#inner(inner),
      ]),
    );
  }

  #inner(given: unknown): unknown {
    const value = (given as { 'x-described'?: unknown } | null)?.['x-described'] ?? given;
    const isSchema = typeof value === 'object' && value !== null && typeof (value as Json).title === 'string';
    return isSchema ? this.use(value as Json) : this.#expand(value);
  }
}
