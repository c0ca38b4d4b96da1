import { AsyncLocalStorage } from 'node:async_hooks';
import { DiagLogLevel, diag, SpanKind } from '@opentelemetry/api';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { atMost } from '../at-most.ts';
import type { SamplerName } from '../config.ts';
import { version } from '../version.ts';
import { Complaints } from './complaints.ts';
import { openExporter } from './otlp-exporter.ts';
import { resourceOf, samplerOf } from './otlp-settings.ts';
import { contextOf, OtlpSpan, spanContextOf } from './otlp-span.ts';
import type { Span, Tracer } from './tracer.ts';

// The OpenTelemetry SDK behind our interface. Only start.ts imports this file, and only if there is a collector.

export interface OtlpOptions {
  readonly endpoint: string;
  readonly sampler: SamplerName;
  readonly ratio: number;
  readonly exportEveryMs?: number;
}

/** Spans that wait, and spans of one export; what does not fit is dropped. */
const MOST_WAITING = 2_048;
const EXPORT_SIZE = 512;
const EXPORT_EVERY_MS = 2_000;
const EXPORT_MS = 5_000;
/** How long a stop waits for the last spans. */
const CLOSE_MS = 2_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

export function openTracer(options: OtlpOptions, log: Logger): { tracer: Tracer; close(): Promise<void> } {
  const complaints = new Complaints(log);
  const exporter = openExporter(`${options.endpoint}/v1/traces`, EXPORT_MS, complaints);
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: EXPORT_SIZE,
    scheduledDelayMillis: options.exportEveryMs ?? EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(options.sampler, options.ratio),
    resource: resourceOf(),
    spanProcessors: [processor],
  });
  listenForDrops(complaints);
  const otel = provider.getTracer('leadline', version);
  const running = new AsyncLocalStorage<Span | null>();
  return {
    tracer: {
      start(name, { kind, parent, links = [], attributes = {} }) {
        const linked = links.map((one) => ({ context: spanContextOf(one) }));
        return new OtlpSpan(otel.startSpan(name, { kind: kinds[kind], links: linked, attributes }, contextOf(parent)));
      },
      current: () => running.getStore() ?? null,
      within: (span, work) => running.run(span, work),
    },
    async close() {
      await atMost(CLOSE_MS, provider.shutdown(), () => {}).catch(() => {}); // what could not be sent was complained about
      exporter.abandon();
      running.disable();
      diag.disable();
    },
  };
}

/** The SDK tells of a full queue in its own log alone. */
function listenForDrops(complaints: Complaints): void {
  const ignore = () => {};
  const warn = (message: string) => {
    const dropped = /^Dropped (\d+) spans/.exec(message)?.[1];
    if (dropped !== undefined) complaints.note('queue full', Number(dropped));
  };
  diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
