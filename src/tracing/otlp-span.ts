import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { RemoteParent } from './traceparent.ts';
import type { Attributes, Span } from './tracer.ts';

/** A span of the SDK in our shape. */
export class OtlpSpan implements Span {
  readonly ids: Span['ids'];
  readonly isRecorded: boolean;
  roundTrips = 0;
  readonly #span: OtelSpan;
  #context: Context | undefined;

  constructor(span: OtelSpan) {
    const { traceId, spanId } = span.spanContext();
    this.#span = span;
    this.ids = { trace_id: traceId, span_id: spanId };
    this.isRecorded = span.isRecording();
  }

  /** Every span of a process comes from its one tracer. */
  static of(span: Span): OtlpSpan {
    if (!(span instanceof OtlpSpan)) throw new Error('a span came from another tracer');
    return span;
  }

  get spanContext() {
    return this.#span.spanContext();
  }

  /** With this as the parent. */
  get context(): Context {
    this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span);
    return this.#context;
  }

  get traceparent(): string {
    return `00-${this.ids.trace_id}-${this.ids.span_id}-0${this.spanContext.traceFlags & TraceFlags.SAMPLED}`;
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  link(other: Span): void {
    if (this.#span.isRecording()) this.#span.addLink({ context: OtlpSpan.of(other).spanContext });
  }

  end(failure?: string): void {
    if (!this.#span.isRecording()) return;
    if (this.roundTrips > 0) this.#span.setAttribute('leadline.round_trips', this.roundTrips);
    if (failure !== undefined) {
      this.#span.setAttribute('error.type', failure);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

export const contextOf = (parent: Span | RemoteParent | null): Context => {
  if (parent === null) return ROOT_CONTEXT;
  return 'traceId' in parent ? trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent)) : OtlpSpan.of(parent).context;
};

export function spanContextOf(span: Span | RemoteParent): SpanContext {
  if (!('traceId' in span)) return OtlpSpan.of(span).spanContext;
  const { traceId, spanId, isSampled } = span;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}
