import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { Complaints } from '../../src/tracing/complaints.ts';
import { startTracing } from '../../src/tracing/start.ts';
import { tracer } from '../../src/tracing/tracer.ts';
import { type Collector, openCollector } from '../support/collector.ts';
import { eventually } from '../support/workplace.ts';

let collector: Collector;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  collector = await openCollector();
  lines = [];
});
afterEach(() => collector.close());

async function start(url = collector.url) {
  const log = pino(
    { base: null, messageKey: 'message' },
    { write: (text: string) => void lines.push(JSON.parse(text)) },
  );
  return startTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url }), log);
}

function make(count: number): void {
  for (let n = 0; n < count; n++) tracer?.start(`span ${n}`, { kind: 'internal', parent: null }).end();
}

it('a stop sends what is left', async () => {
  const tracing = await start();
  make(100);
  await tracing.stop();
  expect(collector.spans).toHaveLength(100);
  expect(tracer).toBeNull();
  expect(lines).toEqual([]);
});

it('spans that wait are limited in number', async () => {
  collector.manner = 'silent';
  const tracing = await start();
  make(20_000);
  await eventually(() => collector.received.length > 0);
  collector.manner = 200;
  await tracing.stop();
  expect(collector.spans.length).toBeLessThanOrEqual(2_048);
});

it('one line tells that spans were dropped because too many waited', async () => {
  const tracing = await start();
  make(20_000);
  await eventually(() => collector.spans.length >= 2_048);
  make(1);
  await tracing.stop();
  expect(lines).toEqual([expect.objectContaining({ message: 'traces could not be sent', cause: 'queue full' })]);
  expect(Number(lines[0]?.spans)).toBe(20_001 - collector.spans.length);
});

it('a collector that is away costs one line a minute, whatever is lost', async () => {
  const { url } = collector;
  await collector.close();
  const tracing = await start(url);
  for (let n = 0; n < 3; n++) make(2_000);
  await eventually(() => lines.length > 0);
  await tracing.stop();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ message: 'traces could not be sent', cause: 'ECONNREFUSED' });
});

it('a collector that refuses is named by its status', async () => {
  collector.manner = 400;
  const tracing = await start();
  make(600);
  await tracing.stop();
  expect(lines).toEqual([expect.objectContaining({ cause: '400' })]);
});

it.each(['silent', 'trickling', 503] as const)('a stop does not wait for a collector that is %s', async (manner) => {
  collector.manner = manner;
  const tracing = await start();
  make(600);
  await eventually(() => collector.received.length > 0);
  await tracing.stop();
  expect(tracer).toBeNull();
});

it('complaints come once a minute, with all that was lost since', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const said: object[] = [];
    const complaints = new Complaints({ warn: (fields: object) => void said.push(fields) } as never);
    for (let n = 0; n < 3; n++) complaints.note('ECONNREFUSED', 5);
    vi.advanceTimersByTime(59_000);
    complaints.note('ECONNREFUSED', 5);
    expect(said).toEqual([{ cause: 'ECONNREFUSED', spans: 5 }]);
    vi.advanceTimersByTime(2_000);
    complaints.note('503', 5);
    expect(said).toEqual([
      { cause: 'ECONNREFUSED', spans: 5 },
      { cause: '503', spans: 20 },
    ]);
  } finally {
    vi.useRealTimers();
  }
});
