import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedServer } from '../../src/db/embedded/index.ts';
import { runInShell } from '../support/cli-shell.ts';
import { urlOf } from '../support/run-cli.ts';
import type { HttpAnswer, ServiceProcess } from '../support/service-process.ts';
import { eventually, Workplace } from '../support/workplace.ts';

let place: Workplace;
let server: EmbeddedServer;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  place = await Workplace.withData();
  place.runCommand = runInShell;
  server = await place.openServer();
  const environment = { DATABASE_URL: urlOf(server.target), LEADLINE_DEMO: 'off' };
  service = await place.start(environment);
  token = (await place.json(['organization', 'create', 'Acme'], environment)).token.secret;
  expect(await service.statusFor(token)).toBe(200);
});
afterAll(() => place.clean());

function expectUnavailable({ status, headers, body }: HttpAnswer): void {
  expect(status).toBe(503);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(body).toMatchObject({ status: 503, request_id: headers.get('x-request-id') });
  expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'request_id', 'status', 'title', 'type']);
  expect(body.type).toBe(`${service.url}/api/problems/${body.code}`);
  expect(JSON.stringify(body)).not.toMatch(/postgres|socket|ENOENT|ECONN|terminat/i);
}

it('without its database the service lives, says that it is not ready, and answers 503 in time', async () => {
  await server.stop();
  expect((await service.call('GET', '/healthz')).status).toBe(200);
  expectUnavailable(await service.call('GET', '/readyz'));
  const since = Date.now();
  const body = { name: 'Nowhere' };
  for (const answer of await Promise.all([
    service.call('GET', '/teams', token),
    service.call('POST', '/teams', token, body),
    service.call('PATCH', '/organization', token, body),
    ...Array.from({ length: 30 }, () => service.call('GET', '/organization', token)),
  ])) {
    expectUnavailable(answer);
  }
  expect(Date.now() - since).toBeLessThan(5_000);
  expect(service.isRunning).toBe(true);
});

it('a token that is no token is refused without the database', async () => {
  expect(await service.statusFor('ldl_nonsense')).toBe(401);
  expect((await service.call('GET', '/nowhere')).status).toBe(404);
});

it('the service serves again by itself when the database is back', async () => {
  server = await place.openServer();
  const since = Date.now();
  await eventually(async () => (await service.call('GET', '/readyz')).status === 200, 5_000);
  expect(await service.statusFor(token)).toBe(200);
  expect(Date.now() - since).toBeLessThan(5_000);
  expect(
    (await service.call('GET', '/teams', token)).body.data.map(({ name }: { name: string }) => name),
  ).not.toContain('Nowhere');
  expect((await service.call('POST', '/teams', token, { name: 'Somewhere' })).status).toBe(201);
});

it('a change made elsewhere while the database was away is known once it is back', async () => {
  await server.stop();
  expectUnavailable(await service.call('GET', '/organization', token));
  server = await place.openServer();
  const other = await place.start({ DATABASE_URL: urlOf(server.target) });
  expect((await other.call('PATCH', '/organization', token, { name: 'Changed meanwhile' })).status).toBe(200);
  const name = async () => (await service.call('GET', '/me', token)).body.data?.organization.name;
  await eventually(async () => (await name()) === 'Changed meanwhile', 3_000);
});

it('the service stops in order while its database is away', async () => {
  await server.stop();
  expect(await service.stop()).toBe(0);
});
