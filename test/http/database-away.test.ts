import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TokenStore } from '../../src/access/token-store.ts';
import { secretTexts } from '../../src/access/token-text.ts';
import { type App, buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/sql.ts';
import { createMetrics } from '../../src/metrics.ts';
import { SignInOrganizations } from '../../src/organization/sign-in/organizations.ts';
import { SettingsStore } from '../../src/settings/store.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { document, expectDocumented } from '../support/documented.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let home: TestApp;
let cast: Cast;

beforeAll(async () => {
  home = await openTestApp();
  cast = await createCast(home);
});
afterAll(() => home.close());

/** The same service, but with its database at another address; everything it waits for is bounded by `patience`. */
function moved(port: number, patience = 300): { app: App; database: Database } {
  const target = { url: `postgres://nobody@127.0.0.1:${port}/none?sslmode=disable` };
  const database = openDatabase(target, { connections: 2, acquireMs: patience, statementMs: patience });
  const app = buildApp({
    ...home.services,
    database,
    tokens: new TokenStore(database, home.services.keys.organization),
    settings: new SettingsStore(database),
    signInOrganizations: new SignInOrganizations(database),
    metrics: createMetrics(database, true, () => 0),
  });
  return { app, database };
}

/** Without a token, what can be none needs no database: so these are what they could be. */
const password = 'correct horse battery staple';
const signIns = new Map<string, object>([
  ['/api/v1/session', { email: 'ravi@example.in', password }],
  ['/api/v1/invitations/{token}', { password }],
]);

async function ask({ http }: App, method: string, url: string) {
  const body =
    method === 'POST' ? [...signIns].find(([path]) => url.startsWith(path.split('{')[0] ?? path))?.[1] : null;
  const answer = await http.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${cast.admin.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: body }),
  });
  const seen = { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.json() };
  expectDocumented(method, url, seen);
  return seen;
}

async function expectUnavailable(app: App, method = 'GET', url = '/api/v1/me'): Promise<void> {
  const { status, headers, body } = await ask(app, method, url);
  expect([status, body.code]).toEqual([503, 'service_unavailable']);
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1:\d+\/none|nobody|timeout|postgres/);
}

async function listening(onConnection: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('while nothing listens where the database should be', () => {
  let app: App;
  let database: Database;
  beforeAll(async () => {
    const { server, port } = await listening(() => {});
    await new Promise((resolve) => server.close(resolve)); // a port that is surely free
    ({ app, database } = moved(port));
  });
  afterAll(() => database.close());

  const ID = `form_${'0'.repeat(26)}`;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path]),
  );

  it.each(operations)('%s %s answers 503 with Retry-After, and says nothing of the cause', async (method, path) => {
    const { keys } = home.services;
    const invitation = secretTexts.invitation.mint(keys.organization, cast.organizationId);
    await expectUnavailable(app, method, path.replace('{token}', invitation).replaceAll(/\{\w+\}/g, ID));
  });

  it('the process says that it lives, and that it cannot serve', async () => {
    expect((await ask(app, 'GET', '/healthz')).status).toBe(200);
    await expectUnavailable(app, 'GET', '/readyz');
  });

  it('what needs no database is answered as ever', async () => {
    for (const url of ['/docs', '/api/v1/openapi.json', '/api/problems/service_unavailable']) {
      expect((await app.http.inject({ url })).statusCode).toBe(200);
    }
    expect((await ask(app, 'GET', '/api/v1/nonsense')).status).toBe(404);
  });

  it('a mistyped token is refused without a look-up', async () => {
    const { token } = cast.admin;
    for (const typo of ['ldl_wrong', `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`, token.toUpperCase()]) {
      const answer = await app.http.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${typo}` } });
      expect(answer.statusCode).toBe(401);
    }
  });
});

describe('a database that is there, but not itself, gives 503 in bounded time', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['takes connections and never answers', () => {}],
    ['drops every connection', (socket) => socket.destroy()],
    ['hangs up after the greeting', (socket) => socket.once('data', () => socket.destroy())],
    ['speaks another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('one that %s', async (_, behave) => {
    const sockets: Socket[] = [];
    const { server, port } = await listening((socket) => {
      sockets.push(socket);
      behave(socket);
    });
    const { app, database } = moved(port);
    await expectUnavailable(app);
    await expectUnavailable(app, 'GET', '/readyz');
    for (const socket of sockets) socket.destroy();
    server.close();
    await database.close();
  });
});
