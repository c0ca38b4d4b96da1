import { vi } from 'vitest';
import { secretTexts } from '../../src/access/token-text.ts';
import { CSV_TYPE } from '../../src/http/accept.ts';
import type { PartsOptions } from '../../src/parts.ts';
import { newPublicId, prefixes } from '../../src/public-id.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { type DocumentedOperation, document, expectDocumented } from '../support/documented.ts';
import { type Answer, bodyIn, openTestApp, type TestApp } from '../support/harness.ts';
import { type Schema, schemaExample } from '../support/schema-example.ts';

export interface Described {
  id: string;
  method: string;
  /** As in the description, with `{public_id}` for each id. */
  path: string;
  ability: string | null;
  /** It needs no token. */
  isPublic: boolean;
  described: DocumentedOperation;
  body: Schema | undefined;
  /** It takes a file. */
  isUpload: boolean;
}

/** Every operation of the API, read from its description: whoever adds one is tested without adding a test. */
export const operations: readonly Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    ability: described['x-ability'],
    isPublic: described.security?.length === 0,
    described,
    body: described.requestBody?.content['application/json']?.schema as Schema | undefined,
    isUpload: described.requestBody?.content[CSV_TYPE] !== undefined,
  })),
);

/** Those that need a token, and those that do not. */
export const guarded = operations.filter(({ isPublic }) => !isPublic);
export const open = operations.filter(({ isPublic }) => isPublic);

/** For `describe.each`: the operation under its name. */
export const named = (some: readonly Described[]): [string, Described][] => some.map((one) => [one.id, one]);

/** Lists that end. The event feed does not: test/events has its tests. */
export const lists = operations.filter(
  ({ described }) =>
    described.parameters.some(({ name }) => name === 'page[size]') && !described.tags.includes('Events'),
);
export const withBody = operations.filter(({ body }) => body !== undefined);
export const withId = operations.filter(({ path }) => path.includes('{'));

/** The prefixes of the ids in an operation's path, in order. */
export const kindsIn = ({ described }: Described): string[] =>
  described.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ schema }) => String((schema.examples as string[])[0]).split('_', 1)[0] ?? '');

/** The operation's address, with what `idOf` says for each id in it. */
export function addressOf(operation: Described, idOf: (prefix: string) => string = neverMade): string {
  const kinds = kindsIn(operation);
  return operation.path.replace(/\{[a-z_]+\}/g, () => idOf(kinds.shift() ?? ''));
}

/** The same with the query parameters that it needs. */
export function wholeAddressOf(operation: Described, idOf?: (prefix: string) => string): string {
  const needed = operation.described.parameters.filter((one) => one.in === 'query' && one.required);
  const query = needed.map(({ name, schema }) => `${name}=${(schema.enum as string[])[0]}`).join('&');
  return addressOf(operation, idOf) + (query === '' ? '' : `?${query}`);
}

/** A well-formed id of this kind that no record has. */
export function neverMade(prefix: string): string {
  if (prefix === 'ldi') return secretTexts.invitation.mint(Buffer.alloc(32), '1');
  const kind = Object.entries(prefixes).find(([, known]) => known === prefix)?.[0];
  if (kind === undefined) throw new Error(`there is no kind of record with the prefix ${prefix}`);
  return newPublicId(kind as keyof typeof prefixes);
}

/** A body of the right shape, as the reference shows it; undefined where the operation takes none. */
export const exampleBody = ({ body }: Described): unknown =>
  body === undefined ? undefined : schemaExample(document, body);

/** The names of the fields that the operation's body may have. */
export function fieldsOf({ body }: Described): string[] {
  const name = (body as { $ref?: string }).$ref?.split('/').at(-1) ?? '';
  const schema = document.components.schemas[name] ?? body;
  return Object.keys(schema?.properties ?? {});
}

export interface Sent {
  token?: string | undefined;
  /** Text and bytes go out as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface WholeApi extends TestApp {
  cast: Cast;
  /** Sends anything to any address; holds the answer against the description and against what must not be disclosed. */
  send(method: string, url: string, sent?: Sent): Promise<Answer>;
}

export async function openWholeApi(limits: PartsOptions['limits'] = {}): Promise<WholeApi> {
  const app = await openTestApp({
    limits: {
      failedAuthentications: 'off',
      formRequests: 'off',
      submissions: 'off',
      signIns: 'off',
      signInsEach: 'off',
      ...limits,
    },
  });
  await countFrom(app, FIRST_ID);
  const ask: WholeApi['send'] = (method, url, sent) => send(app, method, url, sent);
  return {
    ...app,
    cast: await createCast(app),
    send: ask,
    call: (method, path, sent) => ask(method, `/api/v1${path}`, sent),
  };
}

/** Where internal ids begin in these tests: a number that stands out in any answer. */
const FIRST_ID = 770_000_001;

async function countFrom({ services }: TestApp, first: number): Promise<void> {
  const sequences = await services.database.rows<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  );
  if (sequences.length < 7) throw new Error('the internal ids no longer come from sequences');
  for (const { name } of sequences) await services.database.rows(`select setval('${name}', ${first})`);
}

/** What the operation takes: JSON, unless it takes a file. */
function mediaOf(method: string, url: string): string {
  const described = document.paths[url.split('?', 1)[0] ?? '']?.[method.toLowerCase()];
  return described?.requestBody?.content[CSV_TYPE] === undefined ? 'application/json' : CSV_TYPE;
}

async function send({ app }: TestApp, method: string, url: string, { token, body, headers }: Sent = {}) {
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const response = await app.http.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': mediaOf(method, url) }),
      ...headers,
    },
    ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : (body as string | Buffer) }),
  });
  expectNothingInternal(JSON.stringify(response.headers) + response.body);
  const answer: Answer = {
    status: response.statusCode,
    headers: response.headers as Answer['headers'],
    body: bodyIn(response),
  };
  expectDocumented(method, url, answer);
  return answer;
}

/** Internal ids, names of columns, SQL, the database's own words and stack frames have no place in any answer. */
const INTERNAL =
  /7700000\d\d|organization_id|"id":|\bselect |insert into|SQLSTATE|pg_|postgres|node_modules|\.[jt]s:\d|\bat \/| {4}at /i;

/** Cursors, secrets and hashes, whose letters are chance: longer than any public id, or an ETag. */
const RANDOM = /[\w-]{36,}|"etag":"\\"[\w-]{22}\\""/g;

export function expectNothingInternal(text: string): void {
  const found = INTERNAL.exec(text.replaceAll(RANDOM, ''))?.[0];
  if (found !== undefined) throw new Error(`the answer holds "${found}": ${text}`);
}

/** The answer itself or, where it holds the problem of the only entry of a list, that problem. */
export function problemIn(answer: Answer): Answer {
  const problem = answer.status === 200 ? answer.body.data?.[0]?.problem : undefined;
  return problem === undefined ? answer : { ...answer, status: problem.status, body: problem };
}

/** A problem without what differs from call to call. */
export const withoutRequestId = ({ body }: Answer): unknown => ({ ...body, request_id: undefined });

/** Some answers say how things stand at the moment of asking; two of them are compared as of one moment. */
export async function atOneMoment(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}
