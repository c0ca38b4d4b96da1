import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { useTracer } from './tracer.ts';

type TracingConfig = Pick<Config, 'tracesEndpoint' | 'tracesSampler' | 'tracesSamplerArg'>;

/** Traces go to the collector, if one is configured. The SDK is loaded only then: it takes half a second and 16 MB. */
export async function startTracing(
  config: TracingConfig,
  log: Logger,
  exporting: { exportEveryMs?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  const { tracesEndpoint: endpoint, tracesSampler: sampler, tracesSamplerArg: ratio } = config;
  if (endpoint === null) return { stop: async () => {} };
  const { openTracer } = await import('./otlp.ts');
  const { tracer, close } = openTracer({ endpoint, sampler, ratio, ...exporting }, log);
  useTracer(tracer);
  return {
    async stop() {
      useTracer(null);
      await close();
    },
  };
}
