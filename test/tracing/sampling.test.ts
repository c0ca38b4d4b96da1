import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startTracing } from '../../src/tracing/start.ts';
import { readTraceparent } from '../../src/tracing/traceparent.ts';
import { tracer } from '../../src/tracing/tracer.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
const caller = (flags: string) => readTraceparent(`00-${'f'.repeat(32)}-${'b'.repeat(16)}-${flags}`);

/** Of many spans without a caller, one that the caller records, and one that it does not: how many are recorded. */
async function recorded(environment: Record<string, string>): Promise<[number, number, number]> {
  const tracing = await startTracing(readConfig({ ...ENDPOINT, ...environment }), pino({ level: 'silent' }));
  const count = (parents: ReturnType<typeof caller>[]) =>
    parents.filter((parent) => tracer?.start('x', { kind: 'server', parent }).isRecorded).length;
  const counts: [number, number, number] = [
    count(Array(1_000).fill(null)),
    count([caller('01')]),
    count([caller('00')]),
  ];
  await tracing.stop();
  return counts;
}

it('without a sampler everything is recorded, except what the caller does not record', async () => {
  expect(await recorded({})).toEqual([1_000, 1, 0]);
});

it.each([
  ['always_on', [1_000, 1, 1]],
  ['always_off', [0, 0, 0]],
  ['parentbased_always_off', [0, 1, 0]],
])('%s does what it says', async (sampler, counts) => {
  expect(await recorded({ OTEL_TRACES_SAMPLER: sampler })).toEqual(counts);
});

it('a ratio takes its share, of the caller’s traces only without parentbased', async () => {
  const quarter = { OTEL_TRACES_SAMPLER_ARG: '0.25' };
  const [own, recordedByCaller] = await recorded({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', ...quarter });
  expect(own).toBeGreaterThan(150);
  expect(own).toBeLessThan(350);
  expect(recordedByCaller).toBe(1);
  expect(await recorded({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })).toEqual([0, 0, 0]);
});

it('without a collector there is no tracer', async () => {
  const tracing = await startTracing(readConfig({}), pino({ level: 'silent' }));
  expect(tracer).toBeNull();
  await tracing.stop();
});
