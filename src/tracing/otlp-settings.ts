import { randomUUID } from 'node:crypto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName } from '../config.ts';
import { version } from '../version.ts';

/** What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say, which the SDK reads, goes before our own. */
export function resourceOf(): Resource {
  const own = resourceFromAttributes({
    'service.name': 'leadline',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'process.pid': process.pid,
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

const rootSamplers = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
} as const;

export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const [, parentBased, root] = /^(parentbased_)?(.+)$/.exec(name) ?? [];
  const sampler = rootSamplers[root as keyof typeof rootSamplers](ratio);
  return parentBased === undefined ? sampler : new ParentBasedSampler({ root: sampler });
}
