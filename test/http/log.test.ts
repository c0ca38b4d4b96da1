import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import type { TestApp } from '../support/harness.ts';
import { hold } from '../support/held.ts';
import { type LoggedApp, openLoggedApp } from '../support/logged-app.ts';
import { exchange, head, listen } from '../support/raw-http.ts';

// Logs go where many can read them. What a caller sends (names, addresses, tokens, queries) stays out of them, also when
// something fails; what remains must still lead from a request_id to what happened.

let logged: LoggedApp;
let cast: Cast;
let port: number;

const SECRETS = ['Sharmila', 'sharmila@secret.example', 'hush-hush'] as const;
const [NAME, EMAIL, VALUE] = SECRETS;

beforeAll(async () => {
  logged = await openLoggedApp({ failedAuthentications: 'off' }, { lockMs: 200 });
  cast = await createCast(logged as unknown as TestApp);
  port = await listen(logged.app);
});
afterAll(() => logged.close());
beforeEach(() => void logged.lines.splice(0));

interface Line {
  level: number;
  request_id: string;
  message: string;
  [field: string]: unknown;
}
const parsed = () => logged.lines.map((line) => JSON.parse(line) as Line);

function expectNoSecrets(): void {
  const log = logged.lines.join('\n');
  const secrets = [...SECRETS, cast.admin.token, cast.admin.token.slice(-36), cast.ravi.token];
  for (const secret of secrets) expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
async function send(method: Method, url: string, payload?: unknown, headers: Record<string, string> = {}) {
  const answer = await logged.app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${cast.admin.token}`, 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, requestId: String(answer.headers['x-request-id']) };
}

const member = { name: NAME, email: EMAIL, role: 'agent' };
const huge = JSON.stringify({ name: NAME.repeat(200_000) });

describe('a request leaves one line, which is JSON, carries the request id, and quotes nothing of what was sent', () => {
  const cases: [string, number, () => Promise<{ status: number; requestId: string }>][] = [
    ['a record made', 201, () => send('POST', '/api/v1/memberships', member)],
    ['a page read', 200, () => send('GET', '/api/v1/teams?page[size]=7')],
    ['a wrong query', 422, () => send('GET', `/api/v1/teams?page[size]=${VALUE}&${NAME}=${VALUE}`)],
    ['a wrong field', 422, () => send('POST', '/api/v1/memberships', { ...member, role: VALUE, [VALUE]: NAME })],
    ['a broken body', 400, () => send('POST', '/api/v1/memberships', `{"name": "${NAME}", ${EMAIL}`)],
    ['a prototype', 422, () => send('POST', '/api/v1/memberships', `{"__proto__": "${NAME}"}`)],
    ['a body too large', 413, () => send('POST', '/api/v1/teams', huge)],
    ['a body of another type', 415, () => send('POST', '/api/v1/teams', NAME, { 'content-type': `text/${VALUE}` })],
    ['an unacceptable answer', 406, () => send('GET', '/api/v1/me', undefined, { accept: `text/${VALUE}` })],
    ['an unknown token', 401, () => send('GET', '/api/v1/me', undefined, { authorization: `Bearer ldl_${VALUE}` })],
    [
      'a token in the query',
      401,
      () => send('GET', `/api/v1/me?token=${cast.admin.token}`, undefined, { authorization: '' }),
    ],
    [
      'a lacking ability',
      403,
      () => send('POST', '/api/v1/teams', { name: NAME }, { authorization: `Bearer ${cast.ravi.token}` }),
    ],
    ['an unknown record', 404, () => send('GET', `/api/v1/teams/${VALUE}`)],
    ['an unknown address', 404, () => send('GET', `/api/v1/${VALUE}?q=${NAME}`)],
    ['a wrong method', 405, () => send('PUT', `/api/v1/teams/${VALUE}?q=${NAME}`, { name: NAME })],
    ['a broken address', 400, () => send('GET', `/api/v1/teams/${VALUE}%`)],
    ['a broken query', 400, () => send('GET', `/api/v1/teams?q=${VALUE}%`)],
  ];

  it.each(cases)('%s (%i)', async (_, status, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expectNoSecrets();
    const lines = parsed();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ request_id: answer.requestId, status, message: 'request' });
    expect(String(lines[0]?.route)).toMatch(/^(\/api\/v1\/[a-z-]+(\/:public_id)?|unmatched)$/);
  });

  it('names the token by its public id, and no more', async () => {
    await send('GET', '/api/v1/me');
    const [line] = parsed();
    expect(line?.token).toMatch(/^tok_[0-9a-z]{26}$/);
    expect(line?.address).toBe('127.0.0.1');
    expect(Object.keys(line ?? {}).sort()).toEqual([
      'address',
      'level',
      'message',
      'method',
      'ms',
      'request_id',
      'route',
      'status',
      'time',
      'token',
    ]);
  });
});

describe('a failure of the database leaves its cause in the log, without the values that the database quotes', () => {
  const failing = async (make: string, undo: string, work: () => Promise<{ status: number; requestId: string }>) => {
    const { database } = logged.services;
    await database.rows(make);
    logged.lines.splice(0);
    const answer = await work().finally(() => database.rows(undo));
    expectNoSecrets();
    for (const line of parsed()) expect(line.request_id).toBe(answer.requestId);
    const cause = parsed().find(({ level }) => level >= 40);
    return { status: answer.status, cause };
  };
  const post = () => send('POST', '/api/v1/memberships', member);

  it('a refused row', async () => {
    const make = 'alter table memberships add constraint test_no_names check (length(name) > 50) not valid';
    const { status, cause } = await failing(make, 'alter table memberships drop constraint test_no_names', post);
    expect(status).toBe(500);
    expect(cause).toMatchObject({ level: 50, message: 'internal_error', cause: 'SQLSTATE 23514' });
    expect(cause?.stack).toMatch(/ at /);
  });

  it('an error whose text quotes a value, over several lines', async () => {
    await logged.services.database.rows(
      `create function test_refuse() returns trigger language plpgsql as
       $$ begin raise exception E'no %\\n    at %', new.name, new.email; end $$`,
    );
    const make = 'create trigger test_refusal before insert on memberships for each row execute function test_refuse()';
    const { status, cause } = await failing(make, 'drop trigger test_refusal on memberships', post);
    expect(status).toBe(500);
    expect(cause).toMatchObject({ cause: 'SQLSTATE P0001' });
  });

  it('a value that the database cannot take', async () => {
    const make = 'alter table memberships add constraint test_numbers check (email::integer > 0) not valid';
    const { status, cause } = await failing(make, 'alter table memberships drop constraint test_numbers', post);
    expect(status).toBe(500);
    expect(cause).toMatchObject({ cause: 'SQLSTATE 22P02' }); // invalid input syntax for type integer: "sharmila@…"
  });

  it('a lock that does not come', async () => {
    const release = await hold(logged.services.database, 'lock table memberships in exclusive mode');
    const { status, cause } = await failing('select 1', 'select 1', post).finally(release);
    expect(status).toBe(503);
    expect(cause).toMatchObject({ level: 40, message: 'service_unavailable', cause: 'SQLSTATE 55P03' });
  });
});

describe('what the HTTP parser refuses can be found in the log by its request id', () => {
  it.each([
    ['nonsense', () => `${VALUE}\r\n\r\n`],
    ['a header too large', () => head(`GET /api/v1/${VALUE}`, { 'x-large': NAME.repeat(5_000) })],
    ['two lengths', () => `POST /${VALUE} HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const { headers } = await exchange(port, bytes());
    expectNoSecrets();
    expect(parsed().map(({ request_id }) => request_id)).toEqual([headers['x-request-id']]);
  });
});

it('a log that is set to be silent is silent, for the probes too', async () => {
  const silent = await openLoggedApp();
  silent.services.log.level = 'silent';
  silent.app.state.stopping = true;
  for (const url of ['/readyz', '/api/v1/me', '/nonsense']) await silent.app.http.inject({ url });
  await silent.close();
  expect(silent.lines).toEqual([]);
});

it('probes leave no line: they come every few seconds', async () => {
  await send('GET', '/healthz');
  await send('GET', '/readyz');
  expect(logged.lines).toEqual([]);
});
