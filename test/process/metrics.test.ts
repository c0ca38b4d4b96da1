import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { steadyPort } from '../support/free-port.ts';
import { urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let database: TestDatabase;
let service: ServiceProcess;
let metrics: string;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await steadyPort();
  metrics = `http://127.0.0.1:${port}`;
  place = new Workplace({
    DATABASE_URL: urlOf(database.target),
    LEADLINE_METRICS_PORT: String(port),
    LEADLINE_DEMO: 'off',
  });
  place.runCommand = runInShell;
  service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
});
afterAll(async () => {
  await place.clean();
  await database.drop();
});

it('LEADLINE_METRICS_PORT serves Prometheus text that counts requests by route, never by address', async () => {
  const { public_id } = (await service.call('POST', '/teams', token, { name: 'Counted' })).body.data;
  expect((await service.call('GET', `/teams/${public_id}`, token)).status).toBe(200);
  expect((await service.call('GET', '/teams/unknown', token)).status).toBe(404);
  const response = await fetch(`${metrics}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  for (const line of text.split('\n').filter((line) => line !== '')) {
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .*|[a-z_]\w*(\{(\w+="[^"]*",?)*\})? (-?[\d.e+-]+|NaN|\+Inf))$/);
  }
  expect(text).toMatch(
    /^leadline_http_request_seconds_count\{method="GET",route="\/api\/v1\/teams\/:public_id",status="200"\} 1$/m,
  );
  expect(text).toMatch(/^leadline_problems_total\{code="not_found"\} 1$/m);
  expect(text).toMatch(/^leadline_database_pool_connections [1-9]\d*$/m);
  expect(text).not.toContain(public_id);
});

it('the metrics’ port serves nothing else, and the API’s port no metrics', async () => {
  for (const path of ['/', '/api/v1/me', '/healthz']) expect((await fetch(metrics + path)).status).toBe(404);
  expect((await fetch(`${metrics}/metrics`, { method: 'POST' })).status).toBe(404);
  const answer = await service.call('GET', '/metrics');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

it('an open connection to the metrics does not keep the service from stopping', async () => {
  expect((await fetch(`${metrics}/metrics`)).status).toBe(200); // whose connection stays open
  const since = Date.now();
  expect(await service.stop()).toBe(0);
  expect(Date.now() - since).toBeLessThan(4_000);
  await expect(fetch(`${metrics}/metrics`)).rejects.toThrow();
});
