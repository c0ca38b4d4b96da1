import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Collector, openCollector } from '../support/collector.ts';
import { root } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { statusAlone, workersOf } from '../support/worker-processes.ts';
import { eventually, Workplace } from '../support/workplace.ts';

let place: Workplace;
let collector: Collector;
let token = '';
beforeAll(async () => {
  place = await Workplace.withData({ LEADLINE_DEMO: 'off' });
  const service = await place.start();
  token = (await place.json(['organization', 'create', 'Acme'])).token.secret;
  await service.stop();
});
afterAll(() => place.clean());
beforeEach(async () => {
  collector = await openCollector();
});
afterEach(() => collector.close());

const start = (environment: Record<string, string> = {}) =>
  place.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment });

const logOf = ({ stderr }: ServiceProcess) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Runs the service, calls it once, and answers which packages of the SDK were loaded by its end. */
async function loadedPackages(name: string, environment: Record<string, string>): Promise<string[]> {
  const file = join(place.path, name);
  const preload = pathToFileURL(join(root, 'test/support/list-modules.mjs')).href;
  const service = await place.start({ NODE_OPTIONS: `--import=${preload}`, MODULES_FILE: file, ...environment });
  expect(await service.statusFor(token)).toBe(200);
  expect(await service.stop()).toBe(0);
  const modules = await readFile(file, 'utf8');
  expect(modules).toContain('/node_modules/pg/');
  return [...new Set(modules.match(/@opentelemetry\/[a-z-]+/g))].filter((one) => one !== '@opentelemetry/api').sort();
}

it('the SDK is loaded only if there is a collector', async () => {
  expect(await loadedPackages('off', {})).toEqual([]);
  expect(await loadedPackages('several', { LEADLINE_PROCESSES: '2' })).toEqual([]);
  const on = await loadedPackages('on', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(on).toContain('@opentelemetry/sdk-trace');
});

it('log lines name their trace, and the SDK’s own variables count', async () => {
  const service = await start({
    OTEL_SERVICE_NAME: 'leads-in-pune',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
  });
  expect(await service.statusFor(token)).toBe(200);
  expect(await service.stop()).toBe(0);
  const [line] = logOf(service).filter(({ message }) => message === 'request');
  const span = await collector.span(({ name }) => name === 'GET /api/v1/me');
  expect(line).toMatchObject({ trace_id: span.traceId, span_id: span.spanId });
  const environment = { 'deployment.environment.name': 'test' };
  expect(span.resource).toMatchObject({ 'service.name': 'leads-in-pune', 'process.pid': service.pid, ...environment });
  expect(collector.headers).toMatchObject({ 'x-tenant': 'acme' });
});

it('each of several processes sends its spans, also those before a stop', async () => {
  const service = await start({ LEADLINE_PROCESSES: '2' });
  const workers = workersOf(service);
  let asked = 0;
  // Many connections in a row may go to the same process.
  await eventually(async () => {
    for (let n = 0; n < 5; n++, asked++) expect(await statusAlone(service, token)).toBe(200);
    return new Set(logOf(service).flatMap(({ message, pid }) => (message === 'request' ? [pid] : []))).size === 2;
  });
  expect(await service.stop()).toBe(0);
  const requests = collector.spans.filter(({ name }) => name === 'GET /api/v1/me');
  expect(requests).toHaveLength(asked);
  expect(new Set(requests.map(({ resource }) => resource['process.pid']))).toEqual(new Set(workers));
  const traces = new Set(requests.map(({ traceId }) => traceId));
  expect(logOf(service).filter(({ trace_id }) => traces.has(String(trace_id))).length).toBeGreaterThanOrEqual(asked);
});

it.each(['silent', 'trickling', 'dead'] as const)(
  'a collector that is %s neither fails requests nor keeps the service from stopping, and is worth one line',
  async (manner) => {
    if (manner === 'dead') await collector.close();
    else collector.manner = manner;
    const service = await start();
    for (let n = 0; n < 20; n++) {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => service.statusFor(token)));
      expect(statuses).toEqual(Array(20).fill(200));
    }
    if (manner !== 'dead') await eventually(() => collector.received.length > 0);
    expect(await service.stop()).toBe(0);
    const lines = logOf(service).filter(({ message }) => message === 'traces could not be sent');
    expect(lines.length).toBeLessThanOrEqual(1);
  },
);
